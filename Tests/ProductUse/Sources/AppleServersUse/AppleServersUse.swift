import AppleServers
import World

/// Names a merchant as Apple does.
public func useAppleServers() throws -> String {
    "\(try MerchantIdentifier("merchant.com.example"))"
}
