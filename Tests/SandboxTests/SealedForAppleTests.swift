import PaymentToken
import TestSandbox
import Testing

@testable import AppleServers
@testable import Wallet

/// An attacker between the chip and Apple's server can change every part of a message.
@Suite("A message from a Secure Element")
struct SealedForAppleTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let applied: @Sendable (SealedForApple, SandboxBench) throws -> SealedForApple

        init(
            _ name: String,
            _ applied: @escaping @Sendable (SealedForApple, SandboxBench) throws -> SealedForApple
        ) {
            testDescription = name
            self.applied = applied
        }
    }

    static let changes: [Change] = [
        Change("another amount") { message, _ in message.with(amount: 1) },
        Change("another merchant") { message, _ in message.with(merchant: "merchant.com.other") },
        Change("another currency") { message, _ in message.with(currency: "156") },
        Change("other application data") { message, _ in message.with(applicationData: [1]) },
        Change("a merchant token") { message, _ in
            let metadata = MerchantTokenMetadata(card: nil)
            return message.with(merchantToken: .init(identifier: "A", metadata: metadata))
        },
        Change("a part for another merchant") { message, _ in
            message.with(parts: [.init(merchantIdentifier: "merchant.com.b", amountMinorUnits: 1)])
        },
        Change("another transaction") { message, bench in
            message.with(transaction: try bench.instruction().transactionID)
        },
        Change("a digit moved from the amount to the merchant") { message, _ in
            message.with(amount: 75, merchant: "merchant.com.example10")
        },
        Change("a bit of the data") { message, _ in message.with(data: message.data.flipped) },
        Change("a bit of the key") { message, _ in
            message.with(key: message.ephemeralPublicKey.flipped)
        },
        Change("a bit of the signature") { message, _ in
            message.with(signature: message.signature.flipped)
        },
        Change("no signature") { message, _ in message.with(signature: []) },
    ]

    @Test(arguments: changes)
    func `is refused when it was changed`(change: Change) async throws {
        let bench = try SandboxBench()
        _ = try bench.merchant()
        _ = try bench.merchant("merchant.com.other")
        _ = try bench.merchant("merchant.com.example10")
        let message = try await bench.secureElement.pay(
            bench.instruction(),
            with: bench.secureElement.add(bench.account()),
            sealedTo: bench.server.publicKey
        )
        let method = UntrustedPaymentMethod(displayName: nil, network: nil, type: nil)
        _ = try await bench.server.paymentToken(for: message, paymentMethod: method)
        let changed = try change.applied(message, bench)
        #expect(changed != message)
        await #expect(throws: TokenServiceRefusal.notSealedByThatSecureElement) {
            try await bench.server.paymentToken(for: changed, paymentMethod: method)
        }
    }
}

extension [UInt8] {
    fileprivate var flipped: [UInt8] {
        var changed = self
        changed[count / 2] ^= 0x10
        return changed
    }
}

extension SealedForApple {
    fileprivate func with(
        amount: Int64? = nil,
        merchant: String? = nil,
        currency: String? = nil,
        applicationData: [UInt8]? = nil,
        merchantToken: PaymentInstruction.MerchantToken? = nil,
        parts: [PaymentInstruction.Part]? = nil,
        transaction: TransactionID? = nil,
        data: [UInt8]? = nil,
        key: [UInt8]? = nil,
        signature: [UInt8]? = nil
    ) -> SealedForApple {
        SealedForApple(
            secureElement: secureElement,
            instruction: PaymentInstruction(
                transactionID: transaction ?? instruction.transactionID,
                amountMinorUnits: amount ?? instruction.amountMinorUnits,
                currencyNumericCode: currency ?? instruction.currencyNumericCode,
                merchantIdentifier: merchant ?? instruction.merchantIdentifier,
                applicationDataHash: applicationData ?? instruction.applicationDataHash,
                merchantToken: merchantToken ?? instruction.merchantToken,
                parts: parts ?? instruction.parts
            ),
            ephemeralPublicKey: key ?? ephemeralPublicKey,
            data: data ?? self.data,
            signature: signature ?? self.signature
        )
    }
}
