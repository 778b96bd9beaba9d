internal import ASN1
internal import Bytes
internal import Certificates
internal import Cryptography

/// Files of a TEST key, made by OpenSSL with one iteration, as inputs to mutate.
enum TestKeyFiles {
    static let password = "quince"

    static let seeds: [[UInt8]] = {
        let safes = decoded(authenticatedSafe)
        let keys = [aesKey, tripleDESKey].map(decoded)
        let pem = keys.map { key in
            let text = Base64.encode(key)
            return Array(
                "-----BEGIN ENCRYPTED PRIVATE KEY-----\n\(text)\n-----END ENCRYPTED PRIVATE KEY-----\n"
                    .utf8
            )
        }
        let bags = keys.map { bag($0) }
        let plain = ASN1Encoding.sequence([info(ASN1Encoding.sequence(bags))])
        let certificate = TestTokens.shared.leaf
        return [safes, authenticated(safes), plain, authenticated(plain)] + keys + pem
            + [certificate.der, Array(certificate.pem.utf8)]
    }()

    /// A PKCS #12 file with any content and a valid MAC of one iteration.
    static func authenticated(_ content: [UInt8]) -> [UInt8] {
        let text = (Array(password.utf16) + [0]).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
        let blocks = [[3], salt, text].flatMap { part in
            (0..<64).map { part[$0 % part.count] }
        }
        let key = Secret(copying: SHA256.digest(blocks))
        let code = HMACSHA256(key: key).code(for: content).withBytes { [UInt8](copying: $0) }
        let digest = ASN1Encoding.sequence([
            ASN1Encoding.sequence([ASN1Encoding.objectIdentifier(sha256)]),
            ASN1Encoding.element(.octetString, code),
        ])
        let authentication = [digest, ASN1Encoding.element(.octetString, salt)]
        return ASN1Encoding.sequence([
            ASN1Encoding.integer(3), info(content), ASN1Encoding.sequence(authentication),
        ])
    }

    private static let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    private static let sha256 = ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1)
    private static let data = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 1)
    private static let shroudedKeyBag =
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 12, 10, 1, 2)

    private static func info(_ content: [UInt8]) -> [UInt8] {
        let octets = ASN1Encoding.element(.octetString, content)
        return ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(data), ASN1Encoding.element(.context(0), octets),
        ])
    }

    private static func bag(_ key: [UInt8]) -> [UInt8] {
        ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(shroudedKeyBag),
            ASN1Encoding.element(.context(0), key),
        ])
    }

    private static func decoded(_ text: String) -> [UInt8] {
        do { return try Base64.decode(text) } catch { preconditionFailure("not Base64: \(error)") }
    }

    /// A certificate and a key, both encrypted with AES-256.
    private static let authenticatedSafe = """
        MIIDmTCCAlEGCSqGSIb3DQEHBqCCAkIwggI+AgEAMIICNwYJKoZIhvcNAQcBMFYGCSqGSIb3DQEFDTBJMCgG\
        CSqGSIb3DQEFDDAbBAjVs9O/sWwDMQIBATAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQ9KLw2gUB9Qd+\
        NU5u/Wj0BYCCAdBN/ew8vGp26/eeRKzYsDVpjv/ePuhPamLe4OoHJZYGh3FiYV2Lngn/HQQ0oY5b+dIzGlkQ\
        oQDcBN1j6TbV8FXt+u35KMTYfMe+Pf9a0qjEXvCJd7GS+dt25Ps4J5/nKHmbFn0Qx3lJhWgxoTLc6fF38le8\
        SQXm7cFYklatJyOXYQ8xvKSRiHLTh4BFjkXroONc9j9ii1GV82WBg67B67gHzKiU78E4dDHe1jUUu09T6729\
        HfNYeE0T86FmSdCr+bQlbp5hshB9MUEUUxrtierorS54vOuQsPsaVgsQDZQC51o3QeOV9W1HFkTMzJ3Hmh8e\
        nnghkciIkq/agcRmzVLq0y0Fh93IKz+e37HRvH/JJK0zY8bw4BsSbIc8oyHfFkGxLVtTZqz1btFS3kB1SB8/\
        E8cUElYgcLihficHxlULa7KlCpVX6TLMNYEz4OOmIYzEwuFrcIYTEOlYqlYeORJduwo6qCr5h+SwmjroQ2V6\
        lngf7WEN/C/De3y4mP7LJEmgiR3MYZRVdfWxC/3w7a1dmb4lDlXIaJEKrNboDNl2k2kB+eHnOZRSzL3RUwZV\
        AImk64D1HTSs5ejatgMG0bXEOk7U3nCUGAdgVGQVRRKXsTCCAUAGCSqGSIb3DQEHAaCCATEEggEtMIIBKTCC\
        ASUGCyqGSIb3DQEMCgECoIHuMIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAjgklRsMYm5FAIB\
        ATAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQfVeRUDPxG5bz4lnMOj8KFQSBkJYZC4fPjYYyWSinh3Iz\
        JTQEoQR02lDMaM12OEFfYrDmmkbHtn5UcVUp1s0uvBo6kbOnWFLt2sKVsudo5sV/srknT5XW2/O8CkiammYw\
        JCHA920ro4FBMfbLZdipuRqdEH5eetW5G+XDmsMIwWd3A7Y8faMo69d55BIH6b2EtES2bljl9ppsKF+2GjGR\
        6MqryjElMCMGCSqGSIb3DQEJFTEWBBQnbTGJ2jzK037dvZNYzIJUYUH0LQ==
        """

    /// The key in PKCS #8, encrypted with AES-128.
    private static let aesKey = """
        MIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAjytWy2wzRwRQIBATAMBggqhkiG9w0CCQUAMB0G\
        CWCGSAFlAwQBAgQQPsoA83gpWd7qs6o7y2JyNgSBkBXvFUGHWK2EpPrDXFvW/+JkjxpyhtwejYwWhVu1xOAb\
        JEAFVUUOs4T/eJsu6jK4jegpvQxjoomXNiHceFNB+iweA5hy7W5BHPjSfOxjnzcSemFIugmSR/Uijv8eYAxp\
        PUaH/+w3QRbwsne2GU/OR2hvG3ZHj/QB9uUhMP3xTi5BotehPCy/vtCozGA4Zh8MGw==
        """

    /// The key in PKCS #8, encrypted with PKCS #12's triple DES.
    private static let tripleDESKey = """
        MIGwMBsGCiqGSIb3DQEMAQMwDQQI9LeuFAvQLccCAQEEgZB/IjX5SzCYfhsoL9MdXAqUlGsDWRoNfSst/CXV\
        S+Ucc8d8veSc967LZ7RHYW5vCdNv+BZKflDe9x51ahDe0tWAcEBm1JQotbRwecL8v3CEUsoSBe72qyHYhpjW\
        ofzHGV1m6JR/exXpMTkqTHQyWXZ3V14pJEMm7oaG7uTOLbK00xVd4IPC5sF0Rz4ELvLw36M=
        """
}
