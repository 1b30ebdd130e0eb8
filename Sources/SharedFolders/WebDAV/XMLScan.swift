import CExpat

/// One pass over an XML document by expat, with namespaces resolved. Nothing is fetched and nothing expanded: a document
/// type, without which there are no entities, ends the pass.
enum XMLScan {
    protocol Receiver: AnyObject {
        func start(_ name: String, in space: String) -> Wish
        /// With the text, if it was wanted.
        func end(_ text: String)
    }

    /// What a receiver wants of the element that begins.
    enum Wish {
        case nothing
        /// Its own text.
        case text
        /// There was more than enough of everything.
        case stop
    }

    enum Failure: Error, Equatable {
        case malformed, documentType, excessive
    }

    static func read(_ bytes: [UInt8], _ receiver: any Receiver) throws(Failure) {
        guard bytes.count <= WebDAVLimits.multistatusBytes else { throw .excessive }
        // A line feed can stand in no namespace's name: expat refuses the document.
        guard let parser = XML_ParserCreateNS(nil, XML_Char(bitPattern: separator)) else { throw .malformed }
        defer { XML_ParserFree(parser) }
        let pass = XMLPass(parser, receiver)
        // Safe because `pass` lives until the parser, which alone holds this pointer, has run.
        XML_SetUserData(parser, Unmanaged.passUnretained(pass).toOpaque())
        XML_SetElementHandler(
            parser, { pointer, name, _ in XMLPass.of(pointer)?.start(name) },
            { pointer, _ in XMLPass.of(pointer)?.end() })
        XML_SetCharacterDataHandler(parser) { pointer, text, count in XMLPass.of(pointer)?.add(text, Int(count)) }
        XML_SetStartDoctypeDeclHandler(parser) { pointer, _, _, _, _ in XMLPass.of(pointer)?.stop(.documentType) }
        let status = bytes.withUnsafeBytes {
            XML_Parse(parser, $0.bindMemory(to: CChar.self).baseAddress, CInt($0.count), 1)
        }
        if let failure = withExtendedLifetime(pass, { pass.failure }) { throw failure }
        guard status == XML_STATUS_OK else { throw .malformed }
    }

    fileprivate static let separator = UInt8(ascii: "\n")
}

/// What expat's callbacks work on.
private final class XMLPass {
    private(set) var failure: XMLScan.Failure?
    private let parser: XML_Parser
    private let receiver: any XMLScan.Receiver
    private var depth = 0
    private var text: [UInt8] = []
    /// The depth of the element whose text is wanted.
    private var wanted: Int?

    init(_ parser: XML_Parser, _ receiver: any XMLScan.Receiver) {
        self.parser = parser
        self.receiver = receiver
    }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLPass? {
        pointer.map { Unmanaged<XMLPass>.fromOpaque($0).takeUnretainedValue() }
    }

    func start(_ name: UnsafePointer<XML_Char>?) {
        guard failure == nil, let name else { return }
        depth += 1
        guard depth <= WebDAVLimits.elementDepth else { return stop(.excessive) }
        let parts = String(cString: name).split(separator: "\n", maxSplits: 1)
        switch receiver.start(String(parts.last ?? ""), in: parts.count == 2 ? String(parts[0]) : "") {
        case .nothing: break
        case .text:
            wanted = depth
            text = []
        case .stop: stop(.excessive)
        }
    }

    func end() {
        guard failure == nil else { return }
        receiver.end(wanted == depth ? String(decoding: text, as: UTF8.self) : "")
        if wanted == depth { wanted = nil }
        depth -= 1
    }

    func add(_ bytes: UnsafePointer<XML_Char>?, _ count: Int) {
        guard failure == nil, wanted == depth, let bytes else { return }
        guard text.count + count <= WebDAVLimits.textBytes else { return stop(.excessive) }
        text += UnsafeRawBufferPointer(start: bytes, count: count)
    }

    func stop(_ reason: XMLScan.Failure) {
        failure = failure ?? reason
        XML_StopParser(parser, 0)
    }
}
