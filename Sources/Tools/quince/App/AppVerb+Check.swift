import CommandLineTool
import HTTPMessages
import JSON

extension AppVerb {
    /// `quince app check`.
    static let check = Verb(
        "app",
        "check",
        summary: "Compare an Xcode project with the App IDs of a member center.",
        operands: [
            Operand("PATH", help: "an Xcode project: its folder, its .xcodeproj or project.pbxproj")
        ],
        options: MemberCenterCalls.options + [MemberCenterCalls.json],
        notes: """
            It reads the bundle identifier, the deployment target and the entitlements of every app
            and build configuration. References to build settings, also of .xcconfig files, are
            expanded as Xcode does.
            Exit status: 0 all fits, 1 something does not, 2 wrong usage or configuration.
            """,
        example: "quince app check App.xcodeproj --state /tmp/sandbox",
        run: { invocation, output throws(UsageProblem) in
            let project = try XcodeProject(invocation.operands[0])
            guard !project.configurations.isEmpty else {
                throw UsageProblem(
                    "\(invocation.operands[0]): no target of the project is an app",
                    hint: "give the project of the app"
                )
            }
            let (apps, merchants) = try await registered(invocation)
            var reports: [(XcodeProject.Configuration, [AppCheck.Finding])] = []
            for configuration in project.configurations {
                let findings = AppCheck.findings(
                    configuration,
                    entitled: try project.merchants(of: configuration),
                    apps: apps,
                    merchants: merchants
                )
                reports.append((configuration, findings))
            }
            let isGood = reports.allSatisfy(\.1.isEmpty)
            if invocation.has(MemberCenterCalls.json.name) {
                output.result(json(reports, isGood).compact)
            } else {
                for (configuration, findings) in reports { write(configuration, findings, output) }
                if isGood { output.result("all fits") }
            }
            return isGood ? .success : .refused
        }
    )

    private static func registered(
        _ invocation: Invocation
    ) async throws(UsageProblem) -> (apps: [AppCheck.Registered], merchants: [String]) {
        let answers = try await MemberCenterCalls.use(invocation) { calls throws(UsageProblem) in
            (try await calls.call(.get, ["apps"]), try await calls.call(.get, ["merchants"]))
        }
        let apps = (answers.0.member("apps")?.elements ?? []).map { app in
            AppCheck.Registered(
                bundleIdentifier: app.text("bundleIdentifier"),
                merchants: app.member("merchantIdentifiers")?.elements?.compactMap(\.string) ?? []
            )
        }
        let merchants = (answers.1.member("merchants")?.elements ?? []).map {
            $0.text("identifier")
        }
        return (apps, merchants)
    }

    private static func write(
        _ configuration: XcodeProject.Configuration,
        _ findings: [AppCheck.Finding],
        _ output: Output
    ) {
        output.line("\(configuration.target), \(configuration.name)")
        output.row("bundle", configuration.bundleIdentifier ?? "none", width: 12)
        output.row("iOS", configuration.deploymentTarget ?? "not said", width: 12)
        output.row("entitlements", configuration.entitlementsPath ?? "none", width: 12)
        for finding in findings {
            output.line("wrong: \(finding.cause)")
            output.line("remedy: \(finding.remedy)")
        }
    }

    private static func json(
        _ reports: [(XcodeProject.Configuration, [AppCheck.Finding])],
        _ isGood: Bool
    ) -> JSONOutput {
        let configurations = reports.map { configuration, findings in
            JSONOutput.object([
                "target": .string(configuration.target),
                "configuration": .string(configuration.name),
                "bundleIdentifier": configuration.bundleIdentifier.map { .string($0) },
                "problems": .array(
                    findings.map {
                        .object([
                            "code": .string($0.code), "cause": .string($0.cause),
                            "remedy": .string($0.remedy),
                        ])
                    }
                ),
            ])
        }
        return .object([
            "verdict": .string(isGood ? "good" : "mustBeFixed"),
            "configurations": .array(configurations),
        ])
    }
}
