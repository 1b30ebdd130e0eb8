import Testing

@testable import SharedFolders

@Suite("The header of an answer") struct AnswerHeadTests {
    private func head(_ lines: String...) -> AnswerHead? {
        var head = AnswerHead()
        for line in lines {
            let taken = Array((line + "\r\n").utf8).withUnsafeBytes { head.take($0) }
            guard taken else { return nil }
        }
        return head
    }

    @Test("it is complete with the empty line of the final answer, not before")
    func complete() throws {
        #expect(try !#require(head()).isComplete)
        #expect(try !#require(head("HTTP/1.1 200 OK", "a: b")).isComplete)
        #expect(try !#require(head("HTTP/1.1 100 Continue", "")).isComplete)
        #expect(try !#require(head("HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK")).isComplete)
        #expect(try #require(head("HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "")).isComplete)
    }

    @Test("folded lines continue the value before them; lines without a colon are left out")
    func folded() throws {
        let folded = try #require(
            head("HTTP/1.1 200 OK", " orphan", "a: one", "  two", "\tthree", "nonsense", "b:", ""))
        #expect(folded.fields.map { "\($0.name)=\($0.value)" } == ["a=one two three", "b="])
    }

    @Test("a length that is none is none", arguments: ["-1", "x", "", "1, 1", "99999999999999999999"])
    func length(text: String) throws {
        #expect(try #require(head("HTTP/1.1 200 OK", "content-length: \(text)", "")).contentLength == nil)
    }

    @Test("bytes that are not UTF-8 do no harm")
    func notText() {
        var head = AnswerHead()
        for line in [Array("HTTP/1.1 200 OK\r\n".utf8), [0x61, 0x3A, 0xFF, 0xC3, 13, 10], [13, 10]] as [[UInt8]] {
            #expect(line.withUnsafeBytes { head.take($0) })
        }
        #expect(head.fields.map(\.value) == ["\u{FFFD}\u{FFFD}"])
    }
}
