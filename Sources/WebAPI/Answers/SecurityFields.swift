import HTTPServer

/// The fields that tell a browser what it may not do with an answer.
enum SecurityFields {
    /// The camera reads an invitation's code, and only for this page.
    static let permissions = "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"

    private static let everywhere: [(String, String)] = [
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    /// For data: nothing in it may ever be run or shown in a frame.
    static let data = fields(everywhere + [("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")])

    /// For files that a page is made of.
    static let file = fields(everywhere)

    /// For a page. `inlineScript` is the digest of the one inline script it has, its import map.
    static func page(inlineScript: String?) -> HeaderFields {
        fields(
            everywhere + [
                ("Content-Security-Policy", policy(inlineScript: inlineScript)),
                ("Permissions-Policy", permissions),
                ("Origin-Agent-Cluster", "?1"),
            ])
    }

    static func policy(inlineScript: String?) -> String {
        let scripts = ["script-src 'self'"] + (inlineScript.map { ["'\($0)'"] } ?? [])
        return [
            "default-src 'none'", scripts.joined(separator: " "), "style-src 'self'", "img-src 'self'",
            "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types service-worker",
        ].joined(separator: "; ")
    }

    private static func fields(_ pairs: [(String, String)]) -> HeaderFields {
        var fields = HeaderFields()
        for (name, value) in pairs { fields.append(name, value) }
        return fields
    }
}
