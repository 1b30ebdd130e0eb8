import Glibc

extension FolderError {
    /// What a failed system call on `subject` means for us.
    init(errno code: CInt, _ subject: String) {
        self =
            switch code {
            case ENOENT: .missing
            case EACCES, EPERM, EROFS: .denied("\(subject): \(Self.text(code))")
            case ENOSPC, EDQUOT: .full
            case ENOTDIR, ELOOP: .damaged("\(subject) is a link, or not a directory")
            case EISDIR: .damaged("\(subject) is a directory")
            case EEXIST, ENOTEMPTY: .changed
            case ENAMETOOLONG, EINVAL, EFBIG: .damaged("\(subject): \(Self.text(code))")
            // What is left is about the way to the file, not about the file: EIO, ESTALE and ENOTCONN of a drive that went
            // away, EMFILE and ENOMEM of a busy machine.
            default: .unreachable("\(subject): \(Self.text(code))")
            }
    }

    private static func text(_ code: CInt) -> String {
        strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}
