import Foundation
import TestSupport
import Testing

/// The examples of Documentation/ContinuousIntegration.md, run as a job runs them.
@Suite("The examples of continuous integration")
struct ContinuousIntegrationExampleTests {
    private let folder = ScratchFolder()
    private static let hasChromium = FileManager.default.fileExists(atPath: "/usr/bin/chromium")

    @Test(.enabled(if: PythonOracle.isInstalled && hasChromium))
    func `pay and cancel in the shop in Python, by the sheet's buttons`() throws {
        let scripts = Repository.root.appending(path: "Support/CI").path
        let shop = Repository.root.appending(path: "Examples/ShopInPython/test_shop.py").path
        let run = try ProcessRun(
            """
            sandbox=$(\(scripts)/start-sandbox box) && eval "$sandbox" && export QUINCE_READY
            \(PythonOracle.path) -B -m pytest -q -p no:cacheprovider \(shop); status=$?
            kill $(cat box/pid); exit $status
            """,
            in: folder.url
        )
        #expect(run.status == 0 && run.results.contains("3 passed"), "\(run.results)\(run.remarks)")
    }

    @Test(.enabled(if: PythonOracle.isInstalled))
    func `has an example that finds a decrypter which verifies nothing`() throws {
        let page = try String(
            contentsOf: Repository.root.appending(path: "Documentation/ContinuousIntegration.md"),
            encoding: .utf8
        )
        let example = try #require(
            page.firstMatch(of: /<!-- example: decrypter -->\n```python\n([^`]*)```\n/)
        )
        try String(example.1).write(
            toFile: folder.path("test_decrypter.py"),
            atomically: true,
            encoding: .utf8
        )
        try Self.shop.write(toFile: folder.path("shop.py"), atomically: true, encoding: .utf8)
        let good = try tested(
            "\"$QUINCE\" checkout --out co >/dev/null && cp co/certificates/merchant.pem processing.pem"
        )
        #expect(
            good.status == 0 && good.results.contains(" passed"),
            "\(good.results)\(good.remarks)"
        )
        let blind = try tested("export BLIND=1")
        #expect(
            blind.status == 1 && blind.results.contains("test_token[other-root]"),
            "\(blind.results)"
        )
    }

    private func tested(_ preparation: String) throws -> ProcessRun {
        try ProcessRun(
            """
            \(preparation); mkdir -p bin; ln -sf "$QUINCE" bin/quince; export PATH=$PWD/bin:$PATH
            \(PythonOracle.path) -m pytest -q -p no:cacheprovider test_decrypter.py
            """,
            in: folder.url
        )
    }

    /// The decrypter that is tested: the tool itself, and, with BLIND, one that only decrypts.
    private static let shop = """
        import base64, json, os, subprocess, tempfile
        from cryptography import x509
        from cryptography.hazmat.primitives import ciphers, hashes, serialization
        from cryptography.hazmat.primitives.asymmetric import ec

        class TokenRefused(Exception):
            pass

        def open_token(token, trusting):
            if "BLIND" in os.environ:
                return blindly(json.loads(token)["paymentData"])
            with tempfile.NamedTemporaryFile() as file, tempfile.NamedTemporaryFile() as root:
                file.write(token), file.flush(), root.write(trusting), root.flush()
                run = subprocess.run(["quince", "token", "open", file.name, "--key", "co/merchant-key.pem",
                                      "--certificate", "processing.pem", "--root", root.name, "--json"],
                                     capture_output=True)
            if run.returncode:
                raise TokenRefused
            return {"transactionAmount": 1075} if b"1075" in run.stdout else {}

        def blindly(token):
            try:
                certificate = x509.load_pem_x509_certificate(open("processing.pem", "rb").read())
                oid = x509.ObjectIdentifier("1.2.840.113635.100.6.32")
                merchant = bytes.fromhex(certificate.extensions.get_extension_for_oid(oid).value.value[2:].decode())
                key = serialization.load_pem_private_key(open("co/merchant-key.pem", "rb").read(), None)
                public = base64.b64decode(token["header"]["ephemeralPublicKey"])
                secret = key.exchange(ec.ECDH(), serialization.load_der_public_key(public))
                digest = hashes.Hash(hashes.SHA256())
                digest.update(bytes([0, 0, 0, 1]) + secret + b"\\x0did-aes256-GCM" + b"Apple" + merchant)
                data = base64.b64decode(token["data"])
                mode = ciphers.modes.GCM(bytes(16), data[-16:])
                cipher = ciphers.Cipher(ciphers.algorithms.AES(digest.finalize()), mode).decryptor()
                return json.loads(cipher.update(data[:-16]) + cipher.finalize())
            except Exception:
                raise TokenRefused
        """
}
