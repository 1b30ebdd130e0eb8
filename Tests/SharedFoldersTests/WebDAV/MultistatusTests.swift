import Testing

@testable import SharedFolders

@Suite("A multistatus (RFC 4918 13)")
struct MultistatusTests {
    typealias Entry = Multistatus.Entry

    static func read(_ text: String) throws(Multistatus.Failure) -> [Entry] {
        try Multistatus.read(Array(text.utf8))
    }

    /// One file, in the words of four servers.
    @Test(
        "says the same in every dialect",
        arguments: [
            #"<d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:response><d:href>/a</d:href><d:propstat><d:prop><d:resourcetype/><d:getetag>&quot;x&quot;</d:getetag><d:getcontentlength>2</d:getcontentlength><oc:size>9</oc:size></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>"#,
            #"<multistatus xmlns="DAV:"><response><href>/a</href><propstat><prop><resourcetype></resourcetype><getetag>"x"</getetag></prop><status>HTTP/1.1 200 OK</status></propstat><propstat><prop><getcontentlength>2</getcontentlength></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>"#,
            #"<D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:"><D:response xmlns:lp1="DAV:"><D:href>  /a\#n</D:href><D:propstat><D:prop><lp1:getetag>"x"</lp1:getetag><ns0:getcontentlength> 2 </ns0:getcontentlength></D:prop><D:status>HTTP/1.1 200</D:status></D:propstat></D:response></D:multistatus>"#,
            #"<?xml version="1.0" encoding="ISO-8859-1"?><!-- hello --><D:multistatus xmlns:D="DAV:"><D:response><D:href><![CDATA[/a]]></D:href><D:propstat><D:prop><D:getetag>"<![CDATA[x]]>"</D:getetag><D:getcontentlength>2</D:getcontentlength></D:prop></D:propstat></D:response></D:multistatus>"#,
        ])
    func dialects(_ text: String) throws {
        #expect(try Self.read(text) == [Entry(href: "/a", tag: "\"x\"", length: 2)])
    }

    private static func response(_ inside: String) throws(Multistatus.Failure) -> Entry? {
        try read(#"<multistatus xmlns="DAV:"><response><href>/a</href>\#(inside)</response></multistatus>"#).first
    }

    @Test("counts only what was found")
    func foundOnly() throws {
        let entry = try Self.response(
            """
            <propstat><prop><getetag>1</getetag></prop><status>HTTP/1.1 404 Not Found</status></propstat>
            <propstat><status>HTTP/1.1 403 Forbidden</status><prop><getcontentlength>7</getcontentlength></prop></propstat>
            """)
        #expect(entry == Entry(href: "/a"))
    }

    @Test("knows a directory by its type, and no other element of that name")
    func collections() throws {
        let type = "<resourcetype><collection/></resourcetype>"
        #expect(try Self.response("<propstat><prop>\(type)</prop></propstat>")?.isCollection == true)
        #expect(try Self.response("<propstat><prop><collection/></prop></propstat>")?.isCollection == false)
        #expect(
            try Self.response(
                #"<propstat><prop><resourcetype><collection xmlns="x"/></resourcetype></prop></propstat>"#)?
                .isCollection == false)
    }

    @Test("may give one status instead of properties")
    func wholeStatus() throws {
        #expect(try Self.response("<status>HTTP/1.1 423 Locked</status>")?.status == 423)
        #expect(try Self.response("<status>never</status>")?.status == nil)
    }

    @Test("has lengths that are numbers, or none", arguments: ["-1", "x", "", "99999999999999999999"])
    func badLength(_ length: String) throws {
        let entry = try Self.response(
            "<propstat><prop><getcontentlength>\(length)</getcontentlength></prop></propstat>")
        #expect(entry?.length == nil)
    }

    @Test("takes a property's text from that element alone")
    func strayText() throws {
        let entry = try Self.response("x<propstat>y<prop>z<getetag>a<b>c</b>d</getetag></prop></propstat>")
        #expect(entry?.tag == "ad")
    }

    @Test("may be empty")
    func empty() throws {
        #expect(try Self.read(#"<multistatus xmlns="DAV:"/>"#).isEmpty)
    }

    @Test(
        "is not one when it is something else",
        arguments: [
            "<html><body>Sign in</body></html>", "<html><br></html>", "<multistatus/>",
            #"<multistatus xmlns="DAV">x</multistatus>"#, #"<d:error xmlns:d="DAV:"/>"#,
        ])
    func others(_ text: String) {
        #expect(throws: Multistatus.Failure.notMultistatus) { try Self.read(text) }
    }

    @Test(
        "is whole, or is not believed at all",
        arguments: [
            "", "{}", #"<multistatus xmlns="DAV:"><response><href>/a</href>"#, #"<multistatus xmlns="DAV:"></x>"#,
            #"<d:multistatus xmlns:e="DAV:"/>"#, #"<multistatus xmlns="DAV:">&unknown;</multistatus>"#,
            #"<multistatus xmlns="DAV:"/><multistatus xmlns="DAV:"/>"#, "<a xmlns=\"x&#10;y\"/>",
        ])
    func malformed(_ text: String) {
        #expect(throws: Multistatus.Failure.malformed) { try Self.read(text) }
    }

    @Test("cut anywhere is malformed")
    func cut() throws {
        let whole = Array(#"<multistatus xmlns="DAV:"><response><href>/a</href></response></multistatus>"#.utf8)
        #expect(try Multistatus.read(whole).count == 1)
        for count in 0..<whole.count {
            #expect(throws: Multistatus.Failure.malformed) { try Multistatus.read(Array(whole[..<count])) }
        }
    }

    @Test(
        "defines no entities and fetches nothing",
        arguments: [
            #"<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><multistatus xmlns="DAV:">&c;</multistatus>"#,
            #"<!DOCTYPE a SYSTEM "file:///etc/passwd"><multistatus xmlns="DAV:"/>"#,
            #"<!DOCTYPE a><multistatus xmlns="DAV:"/>"#,
        ])
    func documentTypes(_ text: String) {
        #expect(throws: Multistatus.Failure.documentType) { try Self.read(text) }
    }

    @Test("has bounded depth, texts and number of entries")
    func bounds() throws {
        let deep = String(repeating: "<a>", count: 1000) + String(repeating: "</a>", count: 1000)
        #expect(throws: Multistatus.Failure.excessive) {
            try Self.read(#"<multistatus xmlns="DAV:">\#(deep)</multistatus>"#)
        }
        let long = String(repeating: "x", count: WebDAVLimits.textBytes + 1)
        #expect(throws: Multistatus.Failure.excessive) { try Self.response("<href>\(long)</href>") }
        // Nobody asked for this one.
        #expect(try Self.response("<responsedescription>\(long)</responsedescription>") == Entry(href: "/a"))
        let many = String(repeating: "<response/>", count: FolderLimits.listedEntries + 1)
        #expect(throws: Multistatus.Failure.excessive) {
            try Self.read(#"<multistatus xmlns="DAV:">\#(many)</multistatus>"#)
        }
    }
}

@Suite("A WebDAV listing")
struct WebDAVListingTests {
    private func listing(_ hrefs: [String], of address: String = "https://h.example/dav/my%20ledger/") throws
        -> WebDAVListing
    {
        let address = try #require(WebAddress(address))
        return WebDAVListing(hrefs.map { Multistatus.Entry(href: $0, length: 1) }, of: address, now: nil)
    }

    @Test(
        "finds the directory that was asked for among its members, however it is spelled",
        arguments: [
            "/dav/my%20ledger/", "/dav/my%20ledger", "https://h.example/dav/my%20ledger/", "/dav/%6dy%20%6Cedger/",
            "http://10.0.0.1:8080/dav/my%20ledger/", "//other/dav/my ledger/", "./", "/dav/./x/../my%20ledger/",
        ])
    func itself(_ href: String) throws {
        let listing = try listing(["/dav/my%20ledger/a", href, "/dav/my%20ledger/b"])
        #expect(listing.itself != nil)
        #expect(listing.members.map(\.name) == ["a", "b"])
    }

    @Test("decodes names, in lower and upper case digits, escaped or not")
    func names() throws {
        let hrefs = ["/dav/my%20ledger/%c3%a9", "/dav/my%20ledger/%C3%A8/", "/dav/my%20ledger/a'(b)~", "c%2Bd"]
        #expect(try listing(hrefs).members.map(\.name) == ["é", "è", "a'(b)~", "c+d"])
    }

    @Test("leaves out what is not directly inside, and names that no path can have")
    func strangers() throws {
        let hrefs = [
            "/dav/my%20ledger/a/b", "/dav/other/a", "/dav/", "/dav/my%20ledger/%2e%2e", "/dav/my%20ledger/a%2Fb",
            "/dav/my%20ledger/%ff", "/dav/my%20ledger/a%00", "/dav/my%20ledger/%zz", "", "mailto:x",
        ]
        let listing = try listing(hrefs)
        #expect(listing.members.isEmpty)
        for name in ["a%2Fb", "%ff", "a%00", "%zz"] {
            #expect(try self.listing(["/dav/my%20ledger/\(name)"]).hasOthers, "it is there all the same")
        }
        #expect(try !self.listing(["/dav/my%20ledger/a/b", "/dav/other/a", "./"]).hasOthers)
    }

    @Test("keeps the files of writers apart")
    func temporaries() throws {
        let listing = try listing(["/dav/my%20ledger/.splitclone-1.tmp", "/dav/my%20ledger/a"])
        #expect(listing.members.map(\.name) == ["a"])
        #expect(listing.temporaries.map(\.name) == [".splitclone-1.tmp"])
    }

    @Test("takes a member with a status of its own for gone")
    func statuses() throws {
        let address = try #require(WebAddress("https://h.example/dav/"))
        let entries = [
            Multistatus.Entry(href: "/dav/", status: 404), Multistatus.Entry(href: "/dav/a", status: 404),
            Multistatus.Entry(href: "/dav/b", status: 200),
        ]
        let listing = WebDAVListing(entries, of: address, now: nil)
        #expect(!listing.hasOthers)
        let closed = entries + [Multistatus.Entry(href: "/dav/c", status: 403)]
        #expect(WebDAVListing(closed, of: address, now: nil).hasOthers)
        #expect(listing.itself == nil && listing.refusal == 404)
        #expect(listing.members.map(\.name) == ["b"])
    }
}
