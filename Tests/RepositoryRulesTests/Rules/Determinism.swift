extension RepositoryRule {
    static let onlyTheWorldKnowsTheTime = RepositoryRule(
        "only the World module reads clocks, random numbers and the environment",
        caught: [
            Planting("let now = Date()"),
            Planting("let now = Date.now"),
            Planting("let id = UUID()"),
            Planting("let n = Int.random(in: 0..<6)"),
            Planting("let n = dice.shuffled()"),
            Planting("var g = SystemRandomNumberGenerator()"),
            Planting("unsafe clock_gettime(CLOCK_REALTIME, &time)"),
            Planting("let home = unsafe getenv(\"HOME\")"),
            Planting("ProcessInfo.processInfo.environment"),
            Planting("try await Task.sleep(for: .seconds(1))"),
            Planting("ContinuousClock().now"),
            Planting("unsafe time(nil)"),
            Planting("\"at \\(Date())\""),
        ],
        allowed: [
            Planting("let now = Date()", in: "Sources/Foundations/World/Clock.swift"),
            Planting("let date = ExpiryDate(year: 30)"),
            Planting("let settled = uptime(nil)"),
            Planting("// Date() is not used here"),
            Planting("let text = \"Date()\""),
        ]
    ) { tree in
        tree.sources.filter { !$0.isInside(["Sources/Foundations/World"]) }
            .flatMap { file in
                replacements.flatMap { words, replacement in
                    file.uses(of: words) { "\($0)…: \(replacement)" }
                }
            }
    }

    private static let replacements: [(words: [String], replacement: String)] = [
        (
            [
                "Date(", "Date.now", "clock_gettime", "gettimeofday", "time(nil)",
                "ContinuousClock",
                "SuspendingClock", "DispatchTime", "CFAbsoluteTimeGetCurrent",
            ],
            "use the clock of the World that is passed in"
        ),
        (
            [
                "UUID(", "SystemRandomNumberGenerator", ".random(", ".randomElement()",
                ".shuffled()",
                ".shuffle()", "arc4random", "getrandom", "RAND_bytes",
            ],
            "use the randomness of the World that is passed in"
        ),
        (
            ["Task.sleep", "nanosleep", "usleep", "sleep("],
            "return an action that says how long to wait; the caller waits"
        ),
        (
            ["getenv", "setenv", "ProcessInfo", "NSHomeDirectory", "homeDirectoryForCurrentUser"],
            "take it as an argument; only Sources/Foundations/World reads the environment"
        ),
    ]
}
