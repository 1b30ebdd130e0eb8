/// What an armed fault does to a request (rows F1–F35 of the checklist).
package enum Effect: Sendable {
    /// Where in an answer something happens.
    package enum Point: Sendable, Equatable {
        case beforeAnswer
        case insideFields
        case insideBody(after: Int)
    }

    /// How an error's body looks.
    package enum ErrorForm: String, Sendable, CaseIterable {
        case json, html, empty
        /// `innererror` instead of `innerError`, as OneDrive itself spells it.
        case lowerCaseInner
        /// The inner code one level deeper than usual.
        case nestedInner
    }

    package enum JSONDamage: String, Sendable, CaseIterable {
        case truncated, wrongType, unknownFields, missingValue, byteOrderMark
        /// 50 MB of white space before the end.
        case huge
    }

    // Instead of the answer
    case status(
        Int, code: String? = nil, inner: String? = nil, message: String? = nil, retryAfter: String? = nil,
        form: ErrorForm? = nil)
    case loginError(String, codes: [Int], status: Int = 400)
    case answer(Int, fields: [(name: String, value: String)] = [], body: String = "")
    /// nil: a redirect that does not say where to. `itself`: back to the same address.
    case redirect(to: String?, status: Int = 302)
    case redirectToItself
    /// 200 and the HTML page of somebody's network log-in.
    case loginPage

    // The answer, spoilt
    case truncated(after: Int)
    case chunkedWithoutEnd(after: Int)
    case closeDelimited(after: Int)
    /// `Content-Length` is smaller than the body by this.
    case understated(by: Int)
    /// The announced length is right, and something follows on the connection.
    case surplus(String)
    case flipped(at: Int)
    case damaged(JSONDamage)
    case gzip
    case emptyBody
    case earlyHints
    /// So many fields more, whose values together are so many bytes.
    case headerBomb(count: Int, bytes: Int)

    // The connection
    case reset(Point)
    /// nil: until the client goes away.
    case stall(Point, for: Duration? = nil)
    case trickle(bytesPerSecond: Int)
    /// Late, and otherwise right.
    case delay(Duration)
    case continueNever
    case continueLate(Duration)

    // A listing
    case omit(String)
    case duplicate(String)
    /// A second entry whose name differs in case only.
    case twin(String)

    /// Whether the operation is carried out, unless the fault says otherwise.
    var needsAnswer: Bool {
        switch self {
        case .status, .loginError, .answer, .redirect, .redirectToItself, .loginPage: false
        case .reset(let point): point != .beforeAnswer
        case .stall(let point, let time): point != .beforeAnswer || time != nil
        default: true
        }
    }

    var isAboutContinue: Bool {
        switch self {
        case .continueNever, .continueLate: true
        default: false
        }
    }
}
