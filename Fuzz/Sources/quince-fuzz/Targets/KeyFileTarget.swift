internal import Bytes
import Certificates

extension FuzzTarget {
    /// A key file (PKCS #12, PKCS #8, PEM and others) is read or refused with bounded work.
    ///
    /// Half of the inputs get a valid MAC first, because none would pass it otherwise.
    static let pkcs12 = FuzzTarget("pkcs12", seeds: { TestKeyFiles.seeds }) { input in
        let limits = KeyFileLimits(size: 65_536, rounds: 16, items: 8)
        let password = Secret(copying: Array(TestKeyFiles.password.utf8))
        for bytes in [input, TestKeyFiles.authenticated(input)] {
            let file = Secret(copying: bytes)
            guard let read = try? KeyFileContents(file, password: password, limits: limits) else {
                continue
            }
            let count = read.privateKeys.count + read.certificates.count
            require(count > 0 && count <= limits.items, "read, and nothing or too much in it")
            let again = try? KeyFileContents(file, password: password, limits: limits)
            require(again?.certificates == read.certificates, "two readings")
        }
    }
}
