extension FolderError {
    /// What a final status means that is not the one hoped for (RFC 4918 11, RFC 9110 15).
    init(webDAV status: Int, _ subject: String) {
        self =
            switch status {
            case 404, 410: .missing
            case 412: .changed
            case 403: .denied("the server does not allow this for \(subject)")
            case 413: .damaged("\(subject) is longer than the server takes")
            case 405, 501: .denied("the server does not do this for \(subject): is it a WebDAV address?")
            case 507: .full
            // A page of the hotel's network, or a proxy's sign-in: it says nothing about the folder behind it.
            case 200..<300: .unreachable("the server did not answer as WebDAV servers do (status \(status))")
            case 423, 424, 500...: .unreachable("the server answered with status \(status)")
            default: .denied("the server refuses \(subject) with status \(status)")
            }
    }
}
