import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The people of a ledger, and which of them a device is (`SC-FR-PRT-*`).
enum ParticipantRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let views = await member.ledger.read { ParticipantView.all(in: $0) }
        return page.answer(views, place: \.place) { json, view in json.value(view) }
    }

    @Sendable static func add(_ call: Call, _ member: Member) async throws -> Answer {
        var body = try call.body()
        let name = body.text("name")
        let colour = body.optionalChoice("colour", of: Colour.self)
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let id: ParticipantID = call.api.world.makeID()
        return try await record([.addParticipant(id, name: name, colour: colour)], id, at, member)
            .created(at: member.path + "/participants/\(id)")
    }

    /// The client chose the id, so that repeating the request is harmless. 201 when nobody was there.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.chosenID("participant", of: ParticipantID.self)
        var body = try call.body()
        let name = body.text("name")
        let colour = body.optionalChoice("colour", of: Colour.self)
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let isNew = await member.ledger.read { $0.state.participants[id] == nil }
        let recolour = isNew ? nil : colour.map { Proposal.colourParticipant(id, $0) }
        let proposals = [.addParticipant(id, name: name, colour: colour), recolour].compactMap { $0 }
        let answer = try await record(proposals, id, at, member)
        return isNew ? answer.created(at: member.path + "/participants/\(id)") : answer
    }

    @Sendable static func change(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("participant", of: ParticipantID.self)
        var body = try call.body()
        let name = body.optionalText("name")
        let colour = body.optionalChoice("colour", of: Colour.self)
        let at = body.recordedAt(now: call.now)
        if name == nil, colour == nil, body.errors.isEmpty {
            body.refuse("name", "missing", "Say the new “name” or “colour”.")
        }
        try body.finish()
        let proposals: [Proposal] =
            (name.map { [.renameParticipant(id, name: $0)] } ?? [])
            + (colour.map { [.colourParticipant(id, $0)] } ?? [])
        return try await record(proposals, id, at, member)
    }

    /// Who is named somewhere stays there and takes part in nothing new; who is not is gone.
    @Sendable static func remove(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("participant", of: ParticipantID.self)
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await member.ledger.record(by: member.device, at: at) { view in
            guard view.standing.listedParticipants.contains(where: { $0.id == id }) else { throw Problem.notFound }
            return [.retireParticipant(id)]
        } answer: { _, _ in
            .noContent
        }
    }

    @Sendable static func reinstate(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("participant", of: ParticipantID.self)
        try call.refuseInput()
        return try await record([.reinstateParticipant(id)], id, call.now, member)
    }

    /// This device is this person. It leaves whomever it was before; other devices stay (`SC-FR-PRT-2`).
    @Sendable static func claim(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("participant", of: ParticipantID.self)
        try call.refuseInput()
        return try await record([.claim(id)], id, call.now, member)
    }

    @Sendable static func claimOptions(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let device = member.device
        let (views, options) = await member.ledger.read { view in
            (ParticipantView.all(in: view), view.claimOptions(for: device))
        }
        let shown = { (people: [Participant]) in views.filter { view in people.contains { $0.id == view.id } } }
        return .object { json in
            json.member("unclaimed", each: shown(options.unclaimed)) { $0.value($1) }
            json.member("claimedElsewhere", each: shown(options.claimedElsewhere)) { $0.value($1) }
            json.member("mine", orNull: options.mine)
        }
    }

    private static func record(
        _ proposals: [Proposal], _ id: ParticipantID, _ at: Instant, _ member: Member
    ) async throws -> Answer {
        try await member.ledger.record(by: member.device, at: at) { _ in
            proposals
        } answer: { view, _ in
            guard let shown = ParticipantView(view.state.resolved(id), in: view) else { throw Problem.notFound }
            return .json(shown)
        }
    }
}

// MARK: - Two who are one person

extension ParticipantRoutes {
    /// With `dryRun` it only shows every number that moves. Nothing is deleted, and it can be taken back (`people.md` 8).
    @Sendable static func merge(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("participant", of: ParticipantID.self)
        var body = try call.body()
        let other: ParticipantID = body.id("into")
        let isDryRun = body.optionalTruth("dryRun") ?? false
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let claimants = try await call.books.claimants(in: member.ledger.id)
        let currency = member.ledger.currency
        if isDryRun { return try await previewMerge(of: id, into: other, claimants, call, member) }
        try call.books.count(.merge, by: member.caller, request: "\(member.ledger.id) \(id) \(other)")
        return try await member.ledger.record(by: member.device, at: at) { view in
            try claimants.check(id, other, in: view)
            return [.mergeParticipant(id, into: other)]
        } answer: { view, events in
            var before = view.ledger
            before.removeLast(events.count)
            let preview = MergePreview(of: id, before: before.state.standing(on: view.today), after: view.standing)
            let merge = events.first?.id ?? view.state.merged[id]?.merged.event
            return answer(merge, preview, currency)
        }
    }

    private static func previewMerge(
        of id: ParticipantID, into other: ParticipantID, _ claimants: Claimants, _ call: Call, _ member: Member
    ) async throws -> Answer {
        let (device, currency, now) = (member.device, member.ledger.currency, call.now)
        let version = try call.books.facts(of: member.ledger.id).schemaVersion
        let event: EventID = call.api.world.makeID()
        return try await member.ledger.read { view in
            try claimants.check(id, other, in: view)
            var after = view.ledger
            let merged = try after.accept(
                .mergeParticipant(id, into: other), by: device, at: now, eventID: event, schemaVersion: version)
            if let merged { after.insert([merged]) }
            return answer(
                nil, MergePreview(of: id, before: view.standing, after: after.state.standing(on: view.today)), currency)
        }
    }

    private static func answer(_ merge: EventID?, _ preview: MergePreview, _ currency: Currency) -> Answer {
        .object { json in
            json.member("mergeId", orNull: merge)
            json.key("preview")
            json.value(MergePreviewView(preview: preview, currency: currency))
        }
    }
}

extension Claimants {
    fileprivate func check(
        _ id: ParticipantID, _ other: ParticipantID, in view: Bookkeeping.LedgerView
    ) throws(Refusal) {
        let state = view.state
        guard let one = state.participants[id], let into = state.participants[state.resolved(other)],
            one.id != into.id, areDifferent(one, into, in: view)
        else { return }
        let message = "\(one.name) and \(into.name) are claimed by different accounts: they are two people."
        throw Refusal(.claimedByOthers, field: "into", message)
    }
}
