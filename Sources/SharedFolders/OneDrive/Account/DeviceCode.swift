import JSON

/// The answer to a request for a device code (RFC 8628 section 3.2).
struct DeviceCode: Equatable, Sendable, Concealed {
    /// A secret.
    let deviceCode: String
    let userCode: String
    let verificationURI: String
    /// Seconds.
    let expiresIn: Int
    let interval: Int

    init?(_ body: [UInt8]) {
        guard let json = try? JSONValue(parsing: body), let deviceCode = json["device_code"]?.string,
            let userCode = json["user_code"]?.string, let address = json["verification_uri"]?.string,
            let expiresIn = json["expires_in"]?.integer, !deviceCode.isEmpty, !userCode.isEmpty,
            WebAddress(address) != nil
        else { return nil }
        self.deviceCode = deviceCode
        self.userCode = userCode
        verificationURI = address
        self.expiresIn = min(max(expiresIn, 0), 3600)
        interval = min(max(json["interval"]?.integer ?? OneDriveLimits.devicePoll, 1), 300)
    }
}

/// What a person needs to sign in on another device, and how that stands.
package struct DeviceSignIn: Equatable, Sendable {
    package enum Progress: Equatable, Sendable {
        case waiting, done
        case failed(String)
    }

    package let userCode: String
    package let verificationURI: String
    /// Milliseconds since 1970.
    package let expiresAt: Int64
    package internal(set) var progress = Progress.waiting
}

/// What one answer to a poll means (section 3.5). Pure.
enum DevicePoll {
    enum Step: Equatable {
        /// After this many seconds.
        case again(Int)
        case stop(String)
    }

    static func step(after refusal: TokenRefusal, interval: Int) -> Step {
        switch refusal {
        case .pending: .again(interval)
        case .slowDown: .again(interval + OneDriveLimits.devicePollStep)
        // A gateway in trouble: later, with the same code.
        case .transient: .again(interval + OneDriveLimits.devicePollStep)
        case .declined: .stop("The sign-in was declined on the other device.")
        case .expired: .stop("The code was not entered in time; ask for a new one.")
        case .lost(let reason), .misconfigured(let reason): .stop("\(reason).")
        }
    }
}
