/// An access token and its time, by the monotonic clock: a home server's wall clock may be wrong by days.
struct AccessToken: Sendable, Concealed {
    let text: String
    let refreshAt: Duration

    /// `now` is when the answer arrived. A life shorter than twice the lead is used by half.
    init(_ answer: TokenAnswer, now: Duration) {
        text = answer.accessToken
        let life = Duration.seconds(answer.expiresIn)
        refreshAt = now + max(life - OneDriveLimits.tokenLead, life / 2)
    }

    func isFresh(at now: Duration) -> Bool { now < refreshAt }
}

/// When an idle account refreshes for no other reason than to stay signed in.
package enum KeepAlive {
    /// Both in milliseconds since 1970. A clock that stood a week ahead when the token was refreshed counts as due.
    package static func isDue(refreshedAt: Int64, now: Int64) -> Bool {
        let (age, overflow) = now.subtractingReportingOverflow(refreshedAt)
        return overflow || age >= OneDriveLimits.keepAliveMilliseconds || age <= -OneDriveLimits.keepAliveMilliseconds
    }
}
