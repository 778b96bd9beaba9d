internal import Files
internal import Foundation
internal import TestSupport
import Testing

/// Keys that lie in a file unprotected, where the file is as secret as they are.
@Suite("Secrets of a key check in memory")
struct KeySecrecyTests {
    let folder = ScratchFolder()

    @Test func `is nothing of a PKCS #12 file without encryption`() async throws {
        let made = try ProcessRun(
            """
            openssl ecparam -name prime256v1 -genkey -noout -out key
            openssl req -x509 -new -key key -subj /CN=TEST -days 30 -out certificate
            umask 077; echo quince >password
            openssl pkcs12 -export -keypbe NONE -certpbe NONE -inkey key -in certificate \
                -passout file:password -out keys.p12
            openssl pkcs8 -topk8 -nocrypt -in key -outform DER -out key.der
            """,
            in: folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
        let search = try #require(MemorySearch())
        func plant() throws {
            search.add(try Files.readSecret(folder.path("key.der"), limit: 4_096))
        }
        try plant()
        let run = await CommandRun(
            "key",
            "check",
            "--key",
            folder.path("keys.p12"),
            "--password-file",
            folder.path("password"),
            "--merchant-id",
            "merchant.com.example"
        )
        #expect(run.results.contains("keys.p12\n  opens "), "it was read: \(run.results)")
        #expect(try search.counts() == [0])
    }
}
