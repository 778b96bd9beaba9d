import Bytes
import CardAccounts
import Cryptography
import JSON
import PaymentToken
import TestSandbox
import Testing
import World

@testable import AppleServers
@testable import Wallet

@Suite("Messages between a wallet and the servers of another process")
struct ProvisionedAccountTests {
    private func provisioned(
        _ bench: SandboxBench,
        for chip: SecureElement
    ) throws -> ProvisionedAccount {
        try ProvisionedAccount(
            bench.account(),
            for: chip.publicKey,
            ephemeralKey: PrivateKey(on: .p256, from: bench.world.randomness)
        )
    }

    private func document(_ value: JSONOutput) throws -> JSONDocument {
        try JSONDocument(value.compactBytes)
    }

    @Test func `an account pays in the chip that it was encrypted for`() async throws {
        let bench = try SandboxBench()
        let merchant = try bench.merchant()
        let message = try provisioned(bench, for: bench.secureElement)
        let read = try #require(ProvisionedAccount(try document(message.json).root))
        let account = try bench.secureElement.account(from: read)
        let sealed = try await bench.secureElement.pay(
            bench.instruction(),
            with: bench.secureElement.add(account),
            sealedTo: bench.server.publicKey
        )
        let token = try await bench.server.paymentToken(
            for: try #require(SealedForApple(try document(sealed.json).root)),
            paymentMethod: UntrustedPaymentMethod(displayName: nil, network: nil, type: nil)
        )
        #expect(try bench.open(token, for: merchant).payment.transactionAmount == 1075)
        #expect(!message.json.compact.contains("41111"))
    }

    @Test func `an account is not read by another chip, nor after a change`() throws {
        let bench = try SandboxBench()
        let message = try provisioned(bench, for: bench.secureElement)
        let other = try SecureElement(randomness: bench.world.randomness)
        #expect(throws: CryptographyFailure.self) { try other.account(from: message) }
        for name in ["data", "ephemeralPublicKey"] {
            let text = message.json.compact
            let value = try #require(try document(message.json).root.member(name))
            let hexadecimal = try #require(value.string)
            var bytes = try Hexadecimal.decode(hexadecimal)
            bytes[bytes.count / 2] ^= 1
            let changed = text.replacing(hexadecimal, with: Hexadecimal.encode(bytes))
            let read = try #require(
                ProvisionedAccount(try JSONDocument(Array(changed.utf8)).root)
            )
            #expect(read != message)
            #expect(throws: CryptographyFailure.self, "\(name)") {
                try bench.secureElement.account(from: read)
            }
        }
    }

    @Test func `a payment keeps all its terms`() async throws {
        let bench = try SandboxBench()
        let plain = try bench.instruction()
        let terms = ChipTerms(countryNumericCode: "156", date: "260131")
        #expect(terms != nil)
        let card = MerchantTokenMetadata.Card(
            country: "US",
            expirationDate: "12/35",
            numberSuffix: "1111",
            shortDescription: "Visa",
            longDescription: nil
        )
        let instructions = [
            plain,
            PaymentInstruction(
                transactionID: plain.transactionID,
                amountMinorUnits: 999_999_999_999,
                currencyNumericCode: "392",
                merchantIdentifier: "merchant.com.example",
                applicationDataHash: SHA256.digest([1]),
                merchantToken: .init(
                    identifier: "TOKEN",
                    metadata: MerchantTokenMetadata(card: card)
                ),
                parts: [
                    .init(merchantIdentifier: "merchant.com.a", amountMinorUnits: 1),
                    .init(merchantIdentifier: "merchant.com.b", amountMinorUnits: 2),
                ],
                chipTerms: terms
            ),
        ]
        for instruction in instructions {
            let sealed = SealedForApple(
                secureElement: bench.secureElement.identifier,
                instruction: instruction,
                ephemeralPublicKey: [1, 2],
                data: [3],
                signature: [4, 255]
            )
            let root = try document(sealed.json).root
            #expect(SealedForApple(root) == sealed)
            let inner = try #require(root.member("instruction"))
            for (name, value) in root.members + inner.members {
                let member = "\"\(name)\":\(JSONOutput(value).compact)"
                for other in ["\"\(name)\":true", "\"other\":true"] {
                    let text = sealed.json.compact.replacing(member, with: other)
                    #expect(text != sealed.json.compact)
                    let read = SealedForApple(try JSONDocument(Array(text.utf8)).root)
                    let isOptional =
                        ["applicationDataHash", "merchantToken", "chipTerms"].contains(name)
                        && other.contains("other")
                    #expect((read == nil) == !isOptional, "\(text)")
                }
            }
        }
    }
}
