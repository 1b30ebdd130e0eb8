internal import CCurl
import Glibc

/// The thread that owns the multi handle and every easy handle, and lets libcurl do its work.
struct CurlThread {
    private let mailbox: TransferMailbox
    private let multi: UnsafeMutableRawPointer
    private let sockets = CurlSockets()
    private var exchanges: [UnsafeMutableRawPointer: CurlExchange] = [:]

    /// Starts a thread for the mailbox and answers its multi handle; `nil` when the system has none left.
    static func begin(_ mailbox: TransferMailbox) -> UnsafeMutableRawPointer? {
        guard isPrepared, let multi = curl_multi_init() else { return nil }
        curl_multi_set_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, TransferLimits.connectionsPerHost)
        curl_multi_set_number(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, TransferLimits.connections)
        curl_multi_set_number(multi, CURLMOPT_MAXCONNECTS, TransferLimits.connections)
        let seed = Unmanaged.passRetained(Seed(mailbox: mailbox, multi: multi))
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, Self.main, seed.toOpaque())
        guard failure == 0 else {
            seed.release()
            curl_multi_cleanup(multi)
            return nil
        }
        pthread_detach(thread)
        return multi
    }

    private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        let seed = Unmanaged<Seed>.fromOpaque(context).takeRetainedValue()
        var thread = CurlThread(mailbox: seed.mailbox, multi: seed.multi)
        thread.run()
        return nil
    }

    /// Carries the first two fields into the new thread.
    private final class Seed {
        let mailbox: TransferMailbox
        let multi: UnsafeMutableRawPointer

        init(mailbox: TransferMailbox, multi: UnsafeMutableRawPointer) {
            self.mailbox = mailbox
            self.multi = multi
        }
    }

    /// Once per process. A connection that the other side closed must not end the process with a signal.
    private static let isPrepared: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
    }()

    private init(mailbox: TransferMailbox, multi: UnsafeMutableRawPointer) {
        self.mailbox = mailbox
        self.multi = multi
    }

    private mutating func run() {
        while true {
            let mail = mailbox.collect()
            mail.starts.forEach { begin($0) }
            guard !mail.isClosed else { break }
            mail.cancelled.forEach { cancel($0) }
            var running: CInt = 0
            curl_multi_perform(multi, &running)
            finishDone()
            curl_multi_poll(multi, nil, 0, TransferLimits.idleMilliseconds, nil)
        }
        for (easy, exchange) in exchanges {
            curl_multi_remove_handle(multi, easy)
            exchange.end(.failure(.cancelled))
        }
        curl_multi_cleanup(multi)
    }

    private mutating func begin(_ start: TransferStart) {
        guard !start.ticket.isCancelled else { return start.continuation.resume(returning: .failure(.cancelled)) }
        guard let exchange = CurlExchange(start, mailbox.settings, sockets) else {
            return start.continuation.resume(returning: .failure(.badRequest("libcurl refused to set up a request")))
        }
        guard curl_multi_add_handle(multi, exchange.easy) == CURLM_OK else {
            return exchange.end(.failure(.unconnected("libcurl took no further request")))
        }
        exchanges[exchange.easy] = exchange
    }

    private mutating func cancel(_ ticket: TransferTicket) {
        guard let (easy, exchange) = exchanges.first(where: { $0.value.start.ticket === ticket }) else { return }
        exchanges[easy] = nil
        curl_multi_remove_handle(multi, easy)
        exchange.end(.failure(.cancelled))
    }

    private mutating func finishDone() {
        var left: CInt = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            // The message is gone once the handle is removed.
            let code = curl_message_result(message)
            curl_multi_remove_handle(multi, easy)
            guard let exchange = exchanges[easy] else { continue }
            // libcurl has closed the spoiled one, so this ends with a connection that is good, or new.
            if code == CURLE_ABORTED_BY_CALLBACK, exchange.needsOtherConnection,
                curl_multi_add_handle(multi, easy) == CURLM_OK
            {
                continue
            }
            exchanges[easy] = nil
            exchange.end(exchange.outcome(code))
        }
    }
}
