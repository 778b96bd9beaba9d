import QuinceTesting

/// Makes a sandbox, as an app's tests do.
public func useQuinceTesting() throws -> ApplePaySandbox {
    try ApplePaySandbox(merchant: "merchant.com.example")
}
