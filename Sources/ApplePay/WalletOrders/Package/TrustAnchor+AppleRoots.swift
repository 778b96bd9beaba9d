internal import Bytes
package import Certificates
internal import Cryptography
internal import PaymentToken

extension TrustAnchor {
    /// The roots of Apple under which an order may be signed.
    ///
    /// They are stored as names and keys, as the root of tokens is. The first one is above the
    /// intermediates that issue Order Type ID certificates at the time of writing.
    ///
    /// - Source: Apple PKI; SHA-256 of the certificates: *Apple Inc. Root*
    ///   b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024, *Apple Root CA - G2*
    ///   c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050.
    package static let appleRoots: [TrustAnchor] = {
        do {
            return [
                try TrustAnchor(
                    name: DistinguishedName([
                        .country: "US", .organization: "Apple Inc.",
                        .organizationalUnit: "Apple Certification Authority",
                        .commonName: "Apple Root CA",
                    ]),
                    publicKey: PublicKey(publicKeyInfo: Hexadecimal.decode(firstKey))
                ),
                try TrustAnchor(
                    name: DistinguishedName([
                        .commonName: "Apple Root CA - G2",
                        .organizationalUnit: "Apple Certification Authority",
                        .organization: "Apple Inc.", .country: "US",
                    ]),
                    publicKey: PublicKey(publicKeyInfo: Hexadecimal.decode(secondKey))
                ),
                .appleRootCAG3,
            ]
        } catch {
            preconditionFailure("a key written below is not a key: \(error)")
        }
    }()

    private static let firstKey = """
        30820122300d06092a864886f70d01010105000382010f003082010a0282010100e491a9091f91db1e4750eb\
        05ed5e79842deb36a2574c55ec8b1989def94b6cf507ab223002e8183ef85009d37f41a898f9d1ca669c246b\
        11d0a3bbe41b2ac31f959e7a0ca4478b5bd4163733cbc40f4dce1469d1c91972f55d0ed57f5f9bf22503ba55\
        8f4d5d0df1643523154b15591db394f7f69c9ecf50bac15850678f08b420f7cbac2c206f70b63f01308cb743\
        cf0f9d3df32b49281ac8feceb5b90ed95e1cd6cb3db53aadf40f0e00920bb121162e74d53c0ddb6216aba371\
        92475355c1af2f41b3f8fbe370cde6a34c457e1f4c6b50964189c474620b10834187338a81b13058ec5a0432\
        8c68b38f1dde6573ff675e65bc49d8769f331465a17794c92d0203010001
        """
    private static let secondKey = """
        30820222300d06092a864886f70d01010105000382020f003082020a0282020100d811124848da298a49c51c\
        c7ec6e336dfe4dfbe01cdeac5ee236a724f97f506b4cceb9305427e5b3d6ed25e630b605375e142211c5e8aa\
        1bd2fbb2d2099538a4ef2a498c5d3e71660338fb16f58588e45a920c0432f2c840fb525f9ff6c0f1e3ba45a0\
        50d5128bf2ddde918623f0f5b6722e01da0bf62e39085f19a163410b1ca794c186c4532f76f60ad70cd1833f\
        1a5319f357d5277ffc13b8f8928dfcd328433cb56800255d2762d3dd55dd442090833593c5bfb819fb6be3dc\
        0842e6af6dfa9e40ca4e85857849b1d7c3c1303932ab7e5faad38b6f9f2d1a21687067b3a3f198416d917cf8\
        d7dba8e75f211a8c33bf3174b7b8d1f4e022f4bf7234dff7814d717d51a1e2b3f0d32816736fcdccad377d4e\
        ebad40e13f81fdf73d0a3ea2f1bd31962959dcc219808c5b74c62cd31053261d144fc4d481663c8767332714\
        08e9b4778434528f89f8689817bfc3bbaa13931f5d542fa8c77cfb0d14be153d2434f29adc75416622b401d6\
        0baf909e0cea62f89b593c08e29634e463debc37d4eb0c8803430b50afa034dd504d15fb5a24d80cfa0c639e\
        1f03b1e1eee1aa43f4666528370231ef01c71ed1cc9f6dca543a40dbcecf4f468b4a659a6ac6686cd7cc991b\
        47b072c3778fc4f7619c741fcefd6ba1c29c9482ab94a2e7bd1bbab970399517c529f3395834f5c4a4c67b60\
        b96643503f6e61fc0ef986aa600c434b950203010001
        """
}
