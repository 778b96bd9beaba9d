extension KeyFileFailure {
    /// A file that is near to a file of keys: one of a kind, or in a writing, that is not read.
    public enum Mistake: Hashable, Sendable {
        /// PEM whose line ends are a backslash and an n, as in a JSON string or a variable.
        case escapedLineEnds
        /// PEM with its marks and its content on one line.
        case oneLine
        /// The content of PEM without the lines that begin and end it.
        case noMarks
        /// PEM whose marks are not five hyphens on each side, as word processors change them.
        case wrongHyphens
        /// Text in UTF-16.
        case utf16
        /// A key store of Java's.
        case javaKeyStore
    }
}

extension KeyFileFailure.Mistake {
    /// Nil where nothing is known of the file.
    init?(_ bytes: [UInt8]) {
        func holds(_ text: String) -> Bool { bytes.contains(Array(text.utf8)) }
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
            || bytes.starts(with: [0x2d, 0, 0x2d, 0]) || bytes.starts(with: [0, 0x2d, 0, 0x2d])
        {
            self = .utf16
        } else if bytes.starts(with: [0xfe, 0xed, 0xfe, 0xed]) {
            self = .javaKeyStore
        } else if holds("-----BEGIN ") {
            guard holds("-----END ") else { return nil }
            self = holds("-----\\n") || holds("-----\\r\\n") ? .escapedLineEnds : .oneLine
        } else if ["KEY", "CERTIFICATE"].contains(where: holds), holds("BEGIN "), holds("END ") {
            self = .wrongHyphens
        } else if bytes.count >= 64, bytes.first == UInt8(ascii: "M"),
            bytes.allSatisfy({ Self.isBase64(ofDER: $0) })
        {
            self = .noMarks
        } else {
            return nil
        }
    }

    /// DER begins with 30, which Base64 writes as M; white space is anywhere.
    private static func isBase64(ofDER byte: UInt8) -> Bool {
        switch byte {
        case 9, 10, 13, 32, UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    var description: String {
        switch self {
        case .escapedLineEnds: "PEM whose line ends are written as \\n"
        case .oneLine: "PEM on one line"
        case .noMarks: "Base64 without the lines -----BEGIN …----- and -----END …-----"
        case .wrongHyphens: "PEM whose BEGIN and END are not between five hyphens"
        case .utf16: "text in UTF-16"
        case .javaKeyStore: "a Java key store (JKS)"
        }
    }

    var remedy: String {
        switch self {
        case .escapedLineEnds:
            "write the line ends as they are: printf '%b' \"$(cat FILE)\" >new.pem"
        case .oneLine: "give -----BEGIN …-----, the content and -----END …----- a line each"
        case .noMarks:
            "copy the file with these lines; without them: base64 -d FILE >new.der, which is read too"
        case .wrongHyphens: "copy it again, as plain text"
        case .utf16: "write it in UTF-8: iconv -f UTF-16 -t UTF-8 FILE >new.pem"
        case .javaKeyStore:
            "convert it: keytool -importkeystore -srckeystore FILE -destkeystore new.p12"
                + " -deststoretype PKCS12"
        }
    }
}
