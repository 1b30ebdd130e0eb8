import JSON

/// What the token endpoint gave (RFC 6749 section 5.1). The access token is opaque: it is never looked into.
struct TokenAnswer: Equatable, Sendable, Concealed {
    let accessToken: String
    /// Seconds.
    let expiresIn: Int
    /// Absent: the one that was sent stays good (section 6).
    let refreshToken: String?

    init?(_ body: [UInt8]) {
        guard let json = try? JSONValue(parsing: body), let token = json["access_token"]?.string,
            Self.isSendable(token), json["token_type"]?.string?.lowercased() == "bearer"
        else { return nil }
        accessToken = token
        // Some gateways write the number as a string.
        let seconds = json["expires_in"]?.integer ?? json["expires_in"]?.string.flatMap { Int($0) }
        expiresIn = min(max(seconds ?? OneDriveLimits.tokenLife, 0), 7 * 24 * 3600)
        refreshToken = json["refresh_token"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// RFC 6750 section 2.1, a little wider: visible ASCII, so that no header can be smuggled in.
    private static func isSendable(_ token: String) -> Bool {
        !token.isEmpty && token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

/// What the token endpoint said instead of a token (RFC 6749 section 5.2, RFC 8628 section 3.5), by what it means for us.
/// Branches on `error` alone: descriptions and numbers change.
enum TokenRefusal: Equatable, Sendable {
    /// The grant is worth nothing any more, whatever we do.
    case lost(String)
    /// The registration or this program is wrong: show it, do not repeat.
    case misconfigured(String)
    /// Try again later with the same grant.
    case transient(String)
    /// Device code: nobody has entered it yet.
    case pending
    case slowDown
    case declined
    case expired

    init(status: Int, _ body: [UInt8]) {
        let json = try? JSONValue(parsing: body)
        let error = json?["error"]?.string ?? ""
        let numbers = (json?["error_codes"]?.array ?? []).prefix(3).compactMap(\.integer)
        let named = Self.named(error, numbers)
        self =
            switch error {
            case "authorization_pending": .pending
            case "slow_down": .slowDown
            case "authorization_declined", "access_denied": .declined
            case "expired_token": .expired
            case "invalid_grant", "interaction_required", "consent_required", "login_required": .lost(named)
            case "bad_verification_code": .misconfigured(named)
            case "invalid_client", "unauthorized_client", "invalid_scope", "unsupported_grant_type", "invalid_request",
                "invalid_resource", "unsupported_response_type":
                .misconfigured(named)
            case "temporarily_unavailable", "server_error": .transient(named)
            default: .transient("The sign-in service answered with status \(status).")
            }
    }

    /// `error` comes from the service and is shown: known words only, numbers as numbers.
    private static func named(_ error: String, _ numbers: [Int]) -> String {
        let list = numbers.map { "AADSTS\($0)" }.joined(separator: ", ")
        return meaning(error, numbers) + " (\(error)\(list.isEmpty ? "" : ": " + list))"
    }

    private static func meaning(_ error: String, _ numbers: [Int]) -> String {
        if numbers.contains(50173) { return "The account's password was changed" }
        if numbers.contains(65001) || error == "consent_required" { return "The permission was withdrawn" }
        if numbers.contains(700082) || numbers.contains(70008) { return "The sign-in was unused for too long" }
        if numbers.contains(700084) {
            return "The registration has the platform \"single-page application\"; it needs \"mobile and desktop\""
        }
        if numbers.contains(9002331) {
            return "The registration is for personal accounts only: set SPLITCLONE_ONEDRIVE_TENANT to consumers"
        }
        if numbers.contains(7000218) || numbers.contains(700025) || error == "invalid_client" {
            return "The registration must allow public client flows and have no secret"
        }
        return switch error {
        case "invalid_grant": "Microsoft does not accept the sign-in any more"
        case "interaction_required", "login_required": "Microsoft wants to see you at the sign-in"
        case "temporarily_unavailable", "server_error": "The sign-in service is not available for the moment"
        case "bad_verification_code": "The code was used already, or is not known"
        default: "Microsoft refuses this server's registration; see docs/onedrive.md"
        }
    }
}
