/// The comparison of an app's project, its entitlements and the member center (mission 3.6 to 3.12).
struct AppCheck {
    /// An App ID as the member center knows it.
    struct Registered {
        let bundleIdentifier: String
        let merchants: [String]

        var isWildcard: Bool { bundleIdentifier.hasSuffix("*") }

        func covers(_ bundle: String) -> Bool {
            isWildcard
                ? bundle.hasPrefix(bundleIdentifier.dropLast()) : bundle == bundleIdentifier
        }
    }

    /// Something that does not fit, with its remedy.
    struct Finding: Hashable {
        let code: String
        let cause: String
        let remedy: String
    }

    /// The first iOS version with Apple Pay (mission 3.8).
    static let leastVersion = (major: 8, minor: 0)

    /// Compares one configuration.
    ///
    /// - Parameters:
    ///   - configuration: What the project says.
    ///   - entitled: The merchants of the entitlements' file; nil where the file is missing.
    ///   - apps: The registered App IDs.
    ///   - merchants: The registered merchant identifiers.
    /// - Returns: What does not fit.
    static func findings(
        _ configuration: XcodeProject.Configuration,
        entitled: [String]?,
        apps: [Registered],
        merchants: [String]
    ) -> [Finding] {
        let unknown = settings(configuration, entitled ?? [])
        guard unknown.isEmpty else { return unknown }
        var findings = version(configuration)
        findings += entitlement(configuration, entitled, merchants)
        findings += identifier(configuration, entitled ?? [], apps)
        return findings
    }

    /// The settings that the project's values refer to and that it does not have.
    private static func settings(
        _ configuration: XcodeProject.Configuration,
        _ entitled: [String]
    ) -> [Finding] {
        let values = [
            ("the bundle identifier", configuration.bundleIdentifier),
            ("the deployment target", configuration.deploymentTarget),
            ("the entitlements' path", configuration.entitlementsPath),
        ]
        return (values + entitled.map { ("a merchant of the entitlements", $0) })
            .compactMap { subject, value in
                guard let value, let name = BuildSettings.unknown(in: value) else { return nil }
                return Finding(
                    code: "settingUnknown",
                    cause:
                        "\(subject) is \(value.debugDescription), and the project has no build"
                        + " setting \(name)",
                    remedy: "set \(name) in the project's build settings"
                        + (configuration.missingFiles.first.map { ", or add the file \($0)" } ?? "")
                )
            }
    }

    private static func version(_ configuration: XcodeProject.Configuration) -> [Finding] {
        guard let text = configuration.deploymentTarget else { return [] }
        let parts = text.split(separator: ".").map { Int($0) }
        guard let major = parts.first ?? nil, parts.allSatisfy({ $0 != nil }) else {
            return [
                Finding(
                    code: "deploymentTargetUnreadable",
                    cause: "the deployment target \(text.debugDescription) is not a version",
                    remedy: "set IPHONEOS_DEPLOYMENT_TARGET to a version such as 15.0"
                )
            ]
        }
        guard major < leastVersion.major else { return [] }
        return [
            Finding(
                code: "deploymentTargetTooLow",
                cause:
                    "the deployment target is iOS \(text), and Apple Pay is there from iOS 8.0 on",
                remedy: "set IPHONEOS_DEPLOYMENT_TARGET to 8.0 or later"
            )
        ]
    }

    private static func entitlement(
        _ configuration: XcodeProject.Configuration,
        _ entitled: [String]?,
        _ merchants: [String]
    ) -> [Finding] {
        guard let path = configuration.entitlementsPath else {
            return [
                Finding(
                    code: "entitlementsMissing",
                    cause: "the target has no entitlements, so Apple Pay is off",
                    remedy:
                        "switch Apple Pay on in Xcode's Signing & Capabilities, and choose merchant"
                        + " IDs"
                )
            ]
        }
        guard let entitled else {
            return [
                Finding(
                    code: "entitlementsFileMissing",
                    cause: "the entitlements file \(path.debugDescription) is not there",
                    remedy: "correct CODE_SIGN_ENTITLEMENTS, or add the file"
                )
            ]
        }
        guard !entitled.isEmpty else {
            return [
                Finding(
                    code: "merchantsMissing",
                    cause: "\(path) has no merchant in \(XcodeProject.entitlement)",
                    remedy: "choose merchant IDs under Apple Pay in Xcode's Signing & Capabilities"
                )
            ]
        }
        return entitled.filter { !merchants.contains($0) }.map { merchant in
            Finding(
                code: "merchantUnknown",
                cause: "\(path) names \(merchant.debugDescription), which is not registered",
                remedy: "quince merchant register \(merchant) registers it, if it is spelled right"
            )
        }
    }

    private static func identifier(
        _ configuration: XcodeProject.Configuration,
        _ entitled: [String],
        _ apps: [Registered]
    ) -> [Finding] {
        guard let bundle = configuration.bundleIdentifier else {
            return [
                Finding(
                    code: "bundleIdentifierMissing",
                    cause: "the target has no bundle identifier",
                    remedy: "set PRODUCT_BUNDLE_IDENTIFIER to that of the App ID"
                )
            ]
        }
        let covering = apps.filter { $0.covers(bundle) }
        guard let app = covering.first(where: { !$0.isWildcard }) else {
            return [unregistered(bundle, covering.first, apps)]
        }
        if app.merchants.isEmpty {
            return [
                Finding(
                    code: "applePayOff",
                    cause: "Apple Pay is off for the App ID \(bundle)",
                    remedy: "quince app entitle \(bundle) --merchant IDENTIFIER switches it on"
                )
            ]
        }
        return entitled.filter { !app.merchants.contains($0) }.map { merchant in
            Finding(
                code: "merchantNotOfApp",
                cause:
                    "the entitlements name \(merchant.debugDescription), and the App ID \(bundle)"
                    + " may pay \(app.merchants.joined(separator: ", "))",
                remedy: "add it to the App ID with quince app entitle, or remove it from the"
                    + " entitlements"
            )
        }
    }

    private static func unregistered(
        _ bundle: String,
        _ wildcard: Registered?,
        _ apps: [Registered]
    ) -> Finding {
        if let wildcard {
            return Finding(
                code: "wildcardApp",
                cause:
                    "\(bundle) is covered by \(wildcard.bundleIdentifier) only, and an App ID with a"
                    + " wildcard cannot have Apple Pay",
                remedy: "quince app register \(bundle) registers an explicit App ID"
            )
        }
        let alike = apps.first { $0.bundleIdentifier.lowercased() == bundle.lowercased() }
        return Finding(
            code: "appUnknown",
            cause:
                "the bundle identifier \(bundle.debugDescription) is not that of a registered App ID"
                + (alike.map { "; \($0.bundleIdentifier) differs in capitals" } ?? ""),
            remedy: "quince app register \(bundle) registers it, or correct"
                + " PRODUCT_BUNDLE_IDENTIFIER"
        )
    }
}
