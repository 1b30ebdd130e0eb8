package import HTTPServer

/// The app's files as they are served: each with the fields that keep a browser from doing what it should not.
package enum AppFiles {
    package static func load(_ directory: String) throws -> StaticFiles {
        try StaticFiles(directory: directory) { files in
            for (path, file) in files {
                let isPage = file.contentType.hasPrefix("text/html")
                files[path]?.fields = isPage ? SecurityFields.page(inlineScript: nil) : SecurityFields.file
            }
        }
    }
}
