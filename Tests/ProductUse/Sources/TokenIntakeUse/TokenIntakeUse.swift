import Money
import PaymentToken
import TokenIntake
import World

/// Composes what verifies and opens tokens.
public func useTokenIntake(keys: [MerchantKey] = []) -> TokenIntake {
    _ = Money.self
    return TokenIntake(
        verifier: PaymentTokenVerifier(trusting: .appleRootCAG3),
        keys: keys,
        clock: World.system.clock
    )
}
