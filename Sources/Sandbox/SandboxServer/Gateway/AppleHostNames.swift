internal import ApplePaySession

/// How a machine is made to reach the sandbox under the host names of Apple's gateways.
public enum AppleHostNames {
    /// The lines for `/etc/hosts`: every host name of ``MerchantSession/GatewayAddress`` at an address.
    ///
    /// - Parameter address: The address at which the gateway listens.
    /// - Returns: A line for each name.
    public static func hostsLines(at address: String = "127.0.0.1") -> String {
        GatewayAddress.hosts.map { "\(address) \($0)\n" }.joined()
    }

    /// The notice that an operator must read before the lines are used.
    public static let notice = """
        The gateway serves under the host names of Apple's gateways. Put the lines above into
        /etc/hosts of a test machine or of a network namespace only, never of a machine that takes
        payments: it would no longer reach Apple. Servers must trust the authority in the file that
        is named as "ca", for the test only.
        """
}
