import JSON

/// A link that lets another home into the folder. A secret: whoever has it may write there.
package struct OneDriveShareLink: Equatable, Sendable, Concealed {
    package enum Reach: Equatable, Sendable {
        /// Whoever has the link.
        case anyone
        /// People of the same organisation who have the link.
        case organization
        /// People who were invited by mail.
        case invited
    }

    package let address: String
    package let reach: Reach

    /// What to know before it is sent on.
    package var advice: String {
        switch reach {
        case .anyone:
            "Whoever has this link can change and delete the ledger's files, though not read them without the join code. "
                + "Send it to nobody else."
        case .organization:
            "Your organisation does not allow links for everybody: this one works for its own people only."
        case .invited:
            "Your organisation allows links for invited people only: invite each of them by mail as well."
        }
    }
}

extension OneDriveFolder {
    /// The same link when it is asked for again. Where an administrator forbids links for everybody, the next narrower one.
    package func shareLink() async throws(FolderError) -> OneDriveShareLink {
        let wanted: [(scope: String, reach: OneDriveShareLink.Reach)] = [
            ("anonymous", .anyone), ("organization", .organization), ("users", .invited),
        ]
        var refusal = FolderError.denied("OneDrive does not allow to share this folder")
        for (scope, reach) in wanted {
            var json = JSONWriter()
            json.object { json in
                json.member("type", "edit")
                json.member("scope", scope)
            }
            let answer = try await askShared("createLink", json.bytes)
            switch answer.status {
            case 200, 201:
                guard let link = (try? JSONValue(parsing: answer.body))?["link"]?["webUrl"]?.string,
                    ShareToken(link: link) != nil
                else { throw DriveCalls.unreadable }
                return OneDriveShareLink(address: link, reach: reach)
            case 400, 403: refusal = Self.unshareable(GraphProblem(answer))
            default: throw GraphProblem(answer).folderError("the folder")
            }
        }
        throw refusal
    }

    /// Lets one person in by their mail address; the service tells them.
    package func invite(_ mail: String) async throws(FolderError) {
        guard mail.utf8.count <= 254, mail.utf8.count(where: { $0 == UInt8(ascii: "@") }) == 1,
            mail.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { throw .denied("that is not a mail address") }
        var json = JSONWriter()
        json.object { json in
            json.key("recipients")
            json.array { json in
                json.object { $0.member("email", mail) }
            }
            json.key("roles")
            json.array { $0.value("write") }
            json.member("requireSignIn", true)
            json.member("sendInvitation", true)
        }
        let answer = try await askShared("invite", json.bytes)
        guard answer.status == 200 else {
            let problem = GraphProblem(answer)
            throw [400, 403].contains(problem.status) ? Self.uninvitable(problem) : problem.folderError("the folder")
        }
        let rows = (try? JSONValue(parsing: answer.body))?["value"]?.array ?? []
        if rows.contains(where: { $0["error"]?.members != nil }) {
            throw .denied("OneDrive could not invite this address")
        }
    }

    private func askShared(_ action: String, _ json: [UInt8]) async throws(FolderError) -> TransferAnswer {
        let root = try await location()
        let path = ItemAddress.item(root.item, in: root.drive).path(action)
        for wait in [nil] + OneDriveLimits.secondLooks.map({ $0 as Duration? }) {
            if let wait { try await pause(wait) }
            let answer = try await calls.ask("POST", path, json: json, .repeatableWrite)
            if answer.status != 404 { return answer }
        }
        throw Self.lost
    }

    private static func unshareable(_ problem: GraphProblem) -> FolderError {
        problem.status == 403
            ? .denied("OneDrive does not allow this account to share the folder; only its owner may")
            : .denied("OneDrive refused to make a link for the folder; sharing may be switched off by an administrator")
    }

    private static func uninvitable(_ problem: GraphProblem) -> FolderError {
        if problem.codes.contains("securesharinginvalidrequest") {
            return .denied(
                "a personal account can not invite an address of an organisation: send that person the link instead")
        }
        return .denied("OneDrive refused the invitation; is it the address of a Microsoft account?")
    }
}
