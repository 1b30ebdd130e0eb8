import Accounts
import Foundation
import LedgerCore
import SQLiteStore
import SharedFolders
import Testing

@testable import Bookkeeping

@Suite("Folder connections") struct ConnectionTests {
    @Test("settings are what they were after they were kept, of every kind")
    func settings() throws {
        let server = try WebDAVSettings(address: "https://cloud.example/dav/", user: "anna", password: "s\"ecret")
        var capabilities = WebDAVCapabilities()
        capabilities.createsOnce = true
        let credential = OneDriveCredential(refreshToken: "M.token", refreshedAt: 7, name: "Anna", lost: "gone")
        let all: [ConnectionSettings] = [
            .directory(path: "a/b"), .webdav(server, capabilities), .webdav(server, nil), .onedrive(nil),
            .onedrive(credential),
        ]
        for settings in all {
            let read = try #require(ConnectionSettings(settings.kind.rawValue, settings.bytes))
            #expect(read.bytes == settings.bytes)
            #expect(read.kind == settings.kind)
        }
        guard case .onedrive(let kept) = ConnectionSettings("onedrive", ConnectionSettings.onedrive(credential).bytes)
        else { return #expect(Bool(false), "another kind") }
        #expect(kept == credential)
    }

    @Test("a directory that the first version kept, its path and nothing else, is read")
    func firstVersion() throws {
        guard case .directory(let path) = ConnectionSettings("directory", Array("Shared/Holidays".utf8)) else {
            return #expect(Bool(false), "no directory")
        }
        #expect(path == "Shared/Holidays")
    }

    @Test(
        "what a newer version keeps, or nobody does, is not read",
        arguments: [
            ("onedrive", #"{"version":2,"credential":null}"#), ("webdav", #"{"version":1,"url":"x"}"#),
            ("webdav", "https://cloud.example"), ("dropbox", #"{"version":1}"#), ("directory", #"{"version":1}"#),
        ])
    func unreadable(kind: String, text: String) {
        #expect(ConnectionSettings(kind, Array(text.utf8)) == nil)
    }

    @Test("a WebDAV address outside of the home network must be https, and is never asked")
    func plainHTTP() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        for address in ["http://cloud.example/dav", "ftp://x", "https://a:b@cloud.example/", "https://x/?a", ""] {
            let refusal = await #expect(throws: ConnectionRefusal.self) {
                try await home.books.addWebDAV(address, user: "a", password: "b", for: anna.account.id)
            }
            #expect(refusal?.field == "url")
            #expect(refusal?.status == 422)
        }
        let refusal = await #expect(throws: ConnectionRefusal.self) {
            try await home.books.addWebDAV("http://127.0.0.1:1/", user: "a", password: "b", for: anna.account.id)
        }
        #expect(refusal?.status == 503)
        #expect(try await home.books.connections(of: anna.account.id).isEmpty)
    }

    @Test("nobody's OneDrive waits for a sign-in, and holds no ledger before")
    func unsigned() async throws {
        let home = try await Home()
        let anna = try await home.person("anna")
        let drive = try await home.books.addOneDrive(for: anna.account.id)
        #expect(drive.state == .needsSignIn)
        #expect(drive.account == nil)
        let refusal = await #expect(throws: SharingRefusal.self) {
            try await home.books.create(
                NewLedger(
                    name: "Home", currency: .euro, participants: ["Anna"], me: "Anna",
                    folder: FolderChoice(connection: drive.id, path: "Home")), by: anna)
        }
        #expect(refusal?.code == "sign-in-needed")
        let unregistered = await #expect(throws: ConnectionRefusal.self) {
            try await home.books.beginBrowserSignIn(drive.id, redirect: "http://localhost:80/", of: anna.account.id)
        }
        #expect(unregistered?.code == "not-registered")
        let ben = try await home.person("ben")
        await #expect(throws: Denial.self) { try await home.books.connection(drive.id, of: ben.account.id) }
        await #expect(throws: Denial.self) {
            try await home.books.beginBrowserSignIn(drive.id, redirect: "http://localhost:80/", of: ben.account.id)
        }
    }
}

@Suite("The link in a pasted invitation") struct InvitationTextTests {
    @Test(
        "is found wherever it stands",
        arguments: [
            ("https://1drv.ms/f/s!Abc-_", "https://1drv.ms/f/s!Abc-_"),
            ("Hi Ben,\njoin here: https://1drv.ms/f/s!Abc?e=1.\nAnna", "https://1drv.ms/f/s!Abc?e=1"),
            (
                "<https://x-my.sharepoint.com/:f:/g/personal/x/E?e=a%2Fb>",
                "https://x-my.sharepoint.com/:f:/g/personal/x/E?e=a%2Fb"
            ),
            ("(https://1drv.ms/f/s!A), again https://1drv.ms/f/s!A", "https://1drv.ms/f/s!A"),
            ("See https://mail.example/unsubscribe and https://1drv.ms/f/s!A", "https://1drv.ms/f/s!A"),
            ("http://127.0.0.1:8080/f/s!A", "http://127.0.0.1:8080/f/s!A"),
        ])
    func found(text: String, link: String) throws {
        #expect(try InvitationText.shareLink(in: text) == link)
    }

    @Test(
        "is none where there is none", arguments: ["", "SC1.abc.def", "http://1drv.ms/f/s!A", "https://", "ftp://x/y"])
    func none(text: String) throws {
        #expect(try InvitationText.shareLink(in: text) == nil)
    }

    @Test("is asked for when there are several")
    func several() {
        #expect(throws: SharingRefusal.severalShareLinks) {
            try InvitationText.shareLink(in: "https://1drv.ms/a https://1drv.ms/b")
        }
    }
}
