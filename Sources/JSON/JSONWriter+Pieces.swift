/// For what is too long to be held whole: containers opened and closed by hand, and what was written handed on meanwhile.
extension JSONWriter {
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// What was written since the last time. Writing goes on behind it.
    package mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
