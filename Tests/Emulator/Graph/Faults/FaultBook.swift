package enum Method: String, Sendable {
    case any = "*"
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// A fault: which requests it waits for, which of them it meets, and what it does then.
package struct Fault: Sendable {
    package let id: Int
    let effect: Effect
    let method: Method
    /// A part of the path and query as sent; `*` stands for anything.
    let pattern: String
    let origin: Origin?
    /// A part of the request's body, such as `grant_type=refresh_token`.
    let bodyPart: String?
    /// The first matching request has number 1.
    let occurrences: ClosedRange<Int>
    /// Whether the operation is carried out although its answer is replaced or lost.
    let isCommitted: Bool
    package private(set) var met = 0

    fileprivate mutating func meets(_ request: Request) -> Bool {
        guard matches(request) else { return false }
        met += 1
        return occurrences.contains(met)
    }

    private func matches(_ request: Request) -> Bool {
        guard request.origin != .control, origin.map({ $0 == request.origin }) ?? true else { return false }
        guard method == .any || method.rawValue == request.method else { return false }
        if let bodyPart, !String(decoding: request.body, as: UTF8.self).contains(bodyPart) { return false }
        var rest = request.target[...]
        for part in pattern.split(separator: "*") {
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}

/// The armed faults. Every fault counts every request it matches; of those whose turn it is, the first armed wins.
struct FaultBook: Sendable {
    private var faults: [Fault] = []
    private var nextID = 1

    mutating func arm(
        _ effect: Effect, method: Method, pattern: String, origin: Origin?, bodyPart: String?,
        occurrences: ClosedRange<Int>, isCommitted: Bool
    ) -> Int {
        let fault = Fault(
            id: nextID, effect: effect, method: method, pattern: pattern, origin: origin, bodyPart: bodyPart,
            occurrences: occurrences, isCommitted: isCommitted)
        faults.append(fault)
        nextID += 1
        return fault.id
    }

    mutating func disarm(_ id: Int) { faults.removeAll { $0.id == id } }

    mutating func disarmAll() { faults = [] }

    mutating func match(_ request: Request) -> Fault? { match(request, aboutContinue: false) }

    /// Asked before the body is there.
    mutating func continuation(for request: Request) -> Continuation {
        switch match(request, aboutContinue: true)?.effect {
        case .continueNever?: .never
        case .continueLate(let delay)?: .late(delay)
        default: .atOnce
        }
    }

    private mutating func match(_ request: Request, aboutContinue: Bool) -> Fault? {
        var winner: Fault?
        for index in faults.indices where faults[index].effect.isAboutContinue == aboutContinue {
            if faults[index].meets(request), winner == nil { winner = faults[index] }
        }
        return winner
    }
}
