/// Whether a person of this age is an adult. The test checks the bound.
public func isAdult(age: Int) -> Bool { age >= 18 }

/// Whether an amount is small. The test does not ask about the bound.
public func isSmall(amount: Int) -> Bool { amount < 100 }
