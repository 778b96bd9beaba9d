extension ServerConfiguration {
    /// The keys of stored credentials. New ones are sealed to the first: of modules, or else of files.
    public struct Credentials: Hashable, Sendable {
        /// Files and folders with keys.
        public let files: [String]
        /// A file whose first line opens those that are protected.
        public let passwordFile: String?
        /// Keys in security modules, as URIs of PKCS #11.
        public let modules: [String]
    }

    static let credentials: [ConfigurationMember] = [
        .optional(
            "files",
            .list(.file, atLeast: 1),
            "files or folders with keys on P-256; new credentials are sealed to the first"
        ),
        .optional("passwordFile", .file, "a file whose first line opens those that are protected"),
        .optional(
            "modules",
            .list(
                .text(
                    TextForm(
                        "a URI such as pkcs11:token=shop;object=credentials",
                        pattern: "^pkcs11:.+$"
                    ) {
                        $0.hasPrefix("pkcs11:") && $0.utf8.count > 7
                    }
                ),
                atLeast: 1
            ),
            "keys on P-256 in security modules, before those of files"
        ),
    ]
}
