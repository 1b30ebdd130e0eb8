internal import CCurl
import Glibc
import Synchronization

/// HTTP through libcurl (RFC 9112): one multi handle on one thread of its own, so that no transfer ever holds a thread
/// of somebody else. Connections are kept and reused; redirects are answers like any other.
package final class CurlTransfer: Sendable {
    private let mailbox: TransferMailbox
    let report: @Sendable (TransferReport) -> Void

    package init(_ settings: TransferSettings = TransferSettings()) {
        report = settings.report
        mailbox = TransferMailbox(settings)
    }

    deinit {
        mailbox.close()
    }

    /// Any status is an answer. Cancelling the task ends the exchange and its connection at once.
    package func send(_ request: TransferRequest) async throws(TransferFailure) -> TransferAnswer {
        try request.check()
        let ticket = TransferTicket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                mailbox.start(TransferStart(request: request, ticket: ticket, continuation: continuation))
            }
        } onCancel: {
            ticket.cancel()
            mailbox.cancel(ticket)
        }
        return try outcome.get()
    }

    /// Everything under way ends as `cancelled`, and so does what is sent from now on.
    package func close() {
        mailbox.close()
    }
}

/// Names one call of `send`.
final class TransferTicket: Sendable {
    private let flag = Atomic<Bool>(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    func cancel() {
        flag.store(true, ordering: .releasing)
    }
}

struct TransferStart: Sendable {
    typealias Outcome = Result<TransferAnswer, TransferFailure>

    let request: TransferRequest
    let ticket: TransferTicket
    let continuation: CheckedContinuation<Outcome, Never>
}
