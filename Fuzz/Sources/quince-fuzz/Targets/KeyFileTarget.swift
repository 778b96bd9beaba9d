internal import Bytes
internal import Certificates
internal import KeyFiles

extension FuzzTarget {
    /// A file of keys is read or refused with little work: PKCS #12, PKCS #8, PEM and the rest.
    ///
    /// Half of the inputs are put under a good code first: else none would get past it.
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
