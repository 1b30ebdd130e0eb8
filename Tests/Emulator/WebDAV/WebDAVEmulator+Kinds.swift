extension WebDAVEmulator.Customs {
    /// Servers as they are met, with their names.
    package static let kinds: [(name: String, customs: Self)] = [
        ("like Nextcloud", nextcloud), ("with mangled tags", mangled), ("that ignores preconditions", careless),
        ("with times for tags", timed), ("that honours nothing", bare), ("that tells nothing", blind),
    ]

    package static var nextcloud: Self {
        var customs = Self()
        customs.hasOCTag = true
        customs.marksDirectories = true
        customs.password = "app password"
        return customs
    }

    /// Behind a proxy that compresses, and another that writes addresses anew.
    package static var mangled: Self {
        var customs = Self()
        (customs.listedTag, customs.readTag, customs.writtenTag) = (.unquoted, .gzip, .weak)
        customs.prefix = "D:"
        customs.address = .whole
        customs.listsItselfLast = true
        customs.missingAbove = 404
        return customs
    }

    package static var careless: Self {
        var customs = Self()
        customs.honoursPreconditions = false
        customs.writtenTag = .none
        customs.prefix = ""
        customs.address = .lowercaseEscapes
        customs.splitsProperties = true
        customs.wrongKind = 409
        return customs
    }

    package static var timed: Self {
        var customs = Self()
        customs.hasCoarseTags = true
        customs.address = .withoutSlash
        return customs
    }

    package static var bare: Self {
        var customs = Self()
        customs.honoursPreconditions = false
        customs.canMove = false
        (customs.listedTag, customs.readTag, customs.writtenTag) = (.none, .strong, .none)
        customs.missingAbove = 500
        return customs
    }

    package static var blind: Self {
        var customs = bare
        customs.tellsModified = false
        return customs
    }
}
