import Testing

@testable import HTTPServer

@Suite("Messages")
struct MessageTests {
    @Test("response fields are found and replaced whatever their case")
    func fields() {
        var fields: HeaderFields = ["Content-Type": "text/plain", "X-A": "1", "x-a": "2"]
        #expect(fields["content-type"] == "text/plain" && fields["X-a"] == "1" && fields["X"] == nil)
        fields["X-A"] = "3"
        #expect(String(decoding: fields.wire, as: UTF8.self) == "Content-Type: text/plain\r\nX-A: 3\r\n")
        fields["x-A"] = nil
        #expect(fields["X-A"] == nil)
    }

    @Test("a value cannot end its line")
    func splitting() {
        let fields: HeaderFields = ["X": "a\r\nSet-Cookie: b\u{0}"]
        #expect(String(decoding: fields.wire, as: UTF8.self) == "X: a  Set-Cookie: b \r\n")
    }

    @Test("framing is left to the server")
    func framing() {
        let fields: HeaderFields = [
            "content-LENGTH": "5", "Date": "x", "Connection": "close", "Transfer-Encoding": "x",
        ]
        #expect(fields.isEmpty)
    }

    @Test("an Allow value always has OPTIONS, and HEAD with GET")
    func allow() {
        #expect(Method.allowValue([.get, .delete]) == "GET, HEAD, DELETE, OPTIONS")
        #expect(Method.allowValue([.post]) == "POST, OPTIONS")
    }

    @Test("a request's id is sixteen hexadecimal digits")
    func requestID() {
        #expect(RequestID(0).description == "0000000000000000")
        #expect(RequestID(0x0123_4567_89ab_cdef).description == "0123456789abcdef")
    }

    @Test(
        "dates are written and read as HTTP has them",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        ])
    func dates(seconds: Int, text: String) {
        #expect(HTTPDate(secondsSince1970: seconds).description == text)
        #expect(HTTPDate(text)?.secondsSince1970 == seconds)
    }

    @Test(
        "the obsolete forms of dates are read, too",
        arguments: ["Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun Nov 06 08:49:37 1994"])
    func obsoleteDates(text: String) { #expect(HTTPDate(text)?.secondsSince1970 == 784_111_777) }

    @Test(
        "what is not such a date is not understood",
        arguments: [
            "", "yesterday", "Xday, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49 1994",
            "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 24:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
        ])
    func notDates(text: String) { #expect(HTTPDate(text) == nil) }
}

@Suite("Percent-encoding (RFC 3986 §2.1)")
struct PercentEncodingTests {
    @Test("paths are decoded segment by segment")
    func segments() throws {
        #expect(try PercentEncoding.segments(ofPath: "/a%20b/c%2Fd/%C3%A9+/") == ["a b", "c/d", "é+", ""])
        #expect(try PercentEncoding.segments(ofPath: "/") == [""])
    }

    @Test("queries give their pairs in order")
    func pairs() throws {
        let pairs = try PercentEncoding.pairs(ofQuery: "label=a+b&label=%26&q&&x=1=2")
        #expect(pairs.map(\.name) == ["label", "label", "q", "x"])
        #expect(pairs.map(\.value) == ["a b", "&", "", "1=2"])
    }

    @Test(
        "bad escapes, NUL and what is not UTF-8 are refused",
        arguments: [
            ("%", PercentEncoding.Fault.badEscape), ("%1", .badEscape), ("%zz", .badEscape), ("%+1", .badEscape),
            ("a%00b", .nul), ("%ff", .notUTF8), ("%c3", .notUTF8), ("%c0%af", .notUTF8), ("%ed%a0%80", .notUTF8),
        ])
    func faults(text: String, fault: PercentEncoding.Fault) {
        #expect(throws: fault) { try PercentEncoding.decode(text) }
    }

    @Test("what is encoded decodes to itself")
    func roundTrip() throws {
        let text = "Zoë & Ben / 100% +?#\u{1}"
        #expect(PercentEncoding.encode("a b/é") == "a%20b%2F%C3%A9")
        #expect(try PercentEncoding.decode(PercentEncoding.encode(text)) == text)
    }
}

@Suite("Addresses")
struct AddressTests {
    @Test(
        "addresses are written in their canonical form",
        arguments: [
            ("192.168.1.20", "192.168.1.20"), ("0.0.0.0", "0.0.0.0"), ("::", "::"), ("::1", "::1"),
            ("[FE80::1]", "fe80::1"),
            ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"),
            ("fe80::1%eth0", "fe80::1"),
            ("::ffff:10.1.2.3", "10.1.2.3"), ("1::", "1::"), ("64:ff9b::1.2.3.4", "64:ff9b::102:304"),
        ])
    func canonical(text: String, written: String) { #expect(IPAddress(text)?.description == written) }

    @Test(
        "what is no address is refused",
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.+4", "a.b.c.d", ":", ":::", "1::2::3",
            "1:2:3:4:5:6:7",
            "1:2:3:4:5:6:7:8:9", "12345::", "g::", "1:2:3:4:5:6:7::8:9", "localhost", "::1.2.3", "1.2.3.4::",
        ])
    func refused(text: String) { #expect(IPAddress(text) == nil) }

    @Test(
        "a range holds what its prefix says",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "1.2.3.4", true),
            ("192.168.1.7", "192.168.1.7", true), ("192.168.1.7/32", "192.168.1.6", false),
            ("fd00::/8", "fdab::1", true),
            ("fd00::/8", "fe80::1", false), ("::/0", "10.0.0.1", false), ("10.0.0.0/8", "::ffff:10.2.3.4", true),
            ("::1/128", "::1", true), ("10.64.0.0/10", "10.127.255.255", true), ("10.64.0.0/10", "10.128.0.0", false),
        ])
    func ranges(range: String, address: String, isIn: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(
        "a range that is none is refused", arguments: ["", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "x/8"])
    func refusedRanges(text: String) { #expect(AddressRange(text) == nil) }
}
