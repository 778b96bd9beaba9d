internal import Foundation
internal import TestSupport
import Testing
internal import World

@testable import CommandLineTool
@testable import quince

@Suite("The tool's usage")
struct UsageTests {
    static let pages: [([String], [String])] = [
        (["--help"], ["quince checkout", "quince token verify FILE", "quince token inspect FILE"]),
        (["-h"], ["quince token open [FILE]"]), (["mint", "-h"], ["--certificate FILE"]),
        (["--help", "mint"], ["--certificate FILE"]), (["help", "-h"], ["[VERB…]"]),
        (["checkout", "--seed", "1", "-h"], ["--scenario NAME"]),
        (["help"], ["Not made or endorsed by Apple"]),
        (["checkout", "--help"], ["--scenario NAME", "--seed N", "--decline", "Exit status: 0"]),
        (["checkout", "--he", "--seed", "1"], ["Example:\n  quince checkout"]),
        (["mint", "--help"], ["--certificate FILE", "--faults", "  quince mint --certificate "]),
        (["token", "--help"], ["quince token verify FILE", "quince token open [FILE]"]),
        (["token", "verify", "--help"], ["--root PEM", "--at TIME", "Exit status: 0 accepted"]),
        (["token", "open", "--help"], ["--key FILE", "--reveal", "--merchant-id ID"]),
        (["lint", "--help"], ["[PATH…]", "quince:ignore RULE", "Exit status: 0 nothing found"]),
        (["key", "check", "--help"], ["--password-file FILE", "--days N", "Exit status: 0"]),
        (["token", "inspect", "--help", "one", "two"], ["Nothing is verified or trusted"]),
        (["help", "mint"], ["--certificate FILE", "  quince mint --certificate "]),
        (["help", "token", "verify"], ["--root PEM", "Exit status: 0 accepted"]),
        (["help", "token"], ["quince token verify FILE", "quince token open [FILE]"]),
        (["help", "help"], ["[VERB…]"]), (["help", "--help"], ["[VERB…]"]),
        (["completion", "--help"], ["bash, zsh, fish"]), (["man", "--help"], ["man -l -"]),
    ]

    @Test(arguments: pages)
    func `has a page for every verb`(arguments: [String], shown: [String]) async {
        let run = await CommandRun(arguments)
        #expect(run.status == .success)
        #expect(run.remarks == "")
        for text in shown { #expect(run.results.contains(text), "\(text)") }
        #expect(run.results.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func `has a version`() async {
        let run = await CommandRun("--version")
        #expect(run.results.wholeMatch(of: /quince \d+\.\d+\.\d+\n/) != nil)
    }

    static let misuses: [([String], String)] = [
        (["nonsense"], "there is no verb 'nonsense'"), (["--json"], "there is no verb '--json'"),
        ([""], "there is no verb ''"), (["check"], "there is no verb 'check'"),
        (["token"], "token needs one of verify, open, explain, inspect"),
        (["token", "frob"], "token needs one of verify, open, explain, inspect, not 'frob'"),
        (["checkout", "--nope"], "there is no option '--nope'"),
        (["checkout", "--nope=1"], "there is no option '--nope=1'"),
        (["checkout", "-x"], "there is no option '-x'"),
        (["checkout", "--s", "1"], "'--s' could be --scenario or --state or --seed"),
        (["checkout", "word"], "'word' is one word too many"),
        (["checkout", "--", "--json"], "'--json' is one word too many"),
        (["checkout", "--seed"], "--seed needs a value: N"),
        (["checkout", "--out", "x", "--seed"], "--seed needs a value: N"),
        (["checkout", "--json=1"], "--json takes no value"),
        (["checkout", "--json", "--json"], "--json is given twice"),
        (["checkout", "--seed", "1", "--see=2"], "--seed is given twice"),
        (["checkout", "--seed", "one"], "--seed one: not a whole number"),
        (["checkout", "--seed", "-1"], "--seed -1: not a whole number"),
        (["checkout", "--seed", ""], "--seed is empty"),
        (["checkout", "--seed", "18446744073709551616"], "--seed 18446744073709551616: not a"),
        (["checkout", "--scenario", "Guide"], "--scenario Guide: not one of its values"),
        (["checkout", "--scenario="], "--scenario is empty"),
        (["checkout", "--at", "yesterday"], "--at yesterday: not a time"),
        (
            ["checkout", "--at", "1900-01-01", "--out", "/dev/null/x"],
            "certificates and signatures of that time cannot be written; give one between "
                + "1950-01-02T00:00:00Z and 9974-01-01T00:00:00Z"
        ),
        (["checkout", "--out", ""], "--out is empty"), (["checkout", "--out="], "--out is empty"),
        (["checkout", "--out", "caf\u{10ffe9}"], "--out caf\u{10ffe9}: the name is not UTF-8"),
        (["help", "nonsense"], "there is no verb 'nonsense'"),
        (
            ["help", "token", "vrify"],
            "token needs one of verify, open, explain, inspect, not 'vrify'"
        ),
        (["help", "token", "verify", "a"], "'a' is too much: token verify has no verbs"),
        (["--help", "nonsense"], "there is no verb 'nonsense'"),
        (["--version", "now"], "'now' is one word too many"),
        (["key"], "key needs the verb check"),
        (["key", "k.pem"], "key needs the verb check, not 'k"),
        (["checkout", "--out", "-"], "--out -: a checkout is a folder of files"),
        (["checkout", "--out", "--json"], "--out needs a value: DIR, and --json is an option"),
        (["checkout", "--out", "--help"], "--out needs a value: DIR, and --help is an option"),
        (["token", "verify", ""], "'': no such file or folder"),
        (["token", "verify", " a"], "' a': no such file or folder"),
        (["token", "verify", "a "], "'a ': no such file or folder"),
        (["token", "verify", "a", "--root", ""], "--root is empty"),
        (["mint", "--faults", "--fault", "stale"], "--faults and --fault were both given"),
        (["token", "open", "--key", "k", "--password-file", "p"], "the password's file: no such"),
        (["help", "checkout", "now"], "'now' is too much: checkout has no verbs"),
        (["completion"], "SHELL is missing"),
        (["completion", "tcsh"], "there is no completion for"),
        (["token", "verify"], "FILE is missing"), (["token", "inspect"], "FILE is missing"),
        (["token", "verify", "a", "b"], "'b' is one word too many"),
        (["token", "verify", "a", "--key", "k"], "there is no option '--key'"),
        (["token", "open", "a"], "--key is missing"),
        (["token", "open", "a", "--reveal", "--reveal"], "--reveal is given twice"),
        (
            ["token", "verify", "/nowhere/token.json"],
            "/nowhere/token.json: no such file or folder"
        ),
        (["token", "verify", "/dev"], "/dev: is a folder"),
        (["token", "verify", "a", "--root", "/nowhere"], "/nowhere: no such file or folder"),
        (["token", "verify", "a", "--root", "/dev/null"], "/dev/null: there is no certificate in"),
        (["token", "verify", "a", "--at", "2021-13-01"], "--at 2021-13-01: not a time"),
    ]

    @Test(arguments: misuses)
    func `says what is wrong, and what to do`(arguments: [String], problem: String) async {
        let run = await CommandRun(arguments)
        #expect(run.status == .misuse)
        #expect(run.results == "", "a problem is no result")
        let lines = run.remarks.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("quince: \(problem)") == true, "\(run.remarks)")
        #expect(lines.last?.hasPrefix("hint: ") == true && lines.last?.count ?? 0 > 10)
    }

    static let mistypings: [([String], String)] = [
        (["mnt"], "did you mean quince mint?"), (["tokne"], "did you mean quince token?"),
        (["verify", "a"], "did you mean quince token verify?"),
        (["check"], "did you mean quince key check?"),
        (["token", "vrify"], "did you mean quince token verify?"),
        (["token", "opne", "a"], "did you mean quince token open?"),
        (["help", "chekcout"], "did you mean quince checkout?"),
        (["checkout", "--sceanrio", "china"], "did you mean --scenario? quince checkout --help"),
        (["checkout", "--Seed=1"], "did you mean --seed?"),
        (["checkout", "--jsn"], "did you mean --json?"),
        (
            ["checkout", "--scenario", "Guide"],
            "did you mean guide? --scenario takes guide, china,"
        ),
        (["checkout", "--scenario", "SHINOBI"], "did you mean shinobi? --scenario takes guide,"),
        (["checkout", "--scenario", "tea"], "--scenario takes guide, china, shinobi"),
        (["token", "verify", "a", "--key", "k"], "--key is an option of quince token open"),
        (["completion", "bsh"], "did you mean bash?"),
        (["version"], "did you mean quince --version?"),
        (["checkout", "china"], "did you mean --scenario china? quince checkout --help"),
        (["checkout", "--out", "/dev/null"], "--out DIR names a folder, such as --out shop"),
        (["checkout", "--quantity", "1"], "quince checkout --help lists the options"),
        (["nonsense"], "quince --help lists the verbs"),
        (["--json", "checkout"], "options stand behind the verb: quince VERB --json"),
        (["mint", "shop/a.pem"], "did you mean --certificate shop/a.pem? quince mint --help"),
        (["key", "check", "k.pem"], "did you mean --key k.pem? quince key check --help"),
        (["checkout", "shop/a.pem"], "quince checkout --help"),
        (["mint", "--faults", "all"], "did you mean --fault all? quince mint --help"),
        (["checkout", "--root", "a"], "--root is an option of quince mint, quince token verify"),
        (["checkout", "--out", ""], "--out DIR: the folder for the token, certificates, key and"),
        (
            ["token", "verify", "a", "--environment", "Sandbox"],
            "did you mean sandbox? --environment takes production, sandbox"
        ),
    ]

    @Test(arguments: mistypings)
    func `names what was probably meant`(arguments: [String], hint: String) async {
        let run = await CommandRun(arguments)
        #expect(run.status == .misuse)
        #expect(run.remarks.split(separator: "\n").last?.hasPrefix("hint: \(hint)") == true)
    }

    @Test func `is shown if nothing is asked`() async {
        let run = await CommandRun()
        #expect(run.status == .misuse)
        #expect(run.results == "")
        #expect(run.remarks.contains("quince token verify FILE"))
    }

    @Test func `has options that are abbreviated and stand anywhere`() async {
        let folder = ScratchFolder()
        let run = await CommandRun(
            "checkout",
            "--js",
            "--scen=shinobi",
            "--o",
            folder.path("a"),
            "--see",
            "1"
        )
        #expect(run.status == .success)
        #expect(run.texts["total"] == "29.27")
        let file = folder.path("a/token.json")
        let root = folder.path("a/certificates/root.pem")
        for arguments in [["--ro", root, file, "--at=2026-01-01"], [file, "--root=\(root)"]] {
            let verified = await CommandRun(["token", "verify"] + arguments + ["--json"])
            #expect(verified.status == .refused, "half a day, and more, too early or late")
            #expect(verified.texts["step"] == "signingTime")
        }
    }

    static let times: [(String, Bool)] = [
        ("2026-01-01T12:00:00Z", true), ("2026-01-01T14:00:00+02:00", true),
        ("2026-01-01T07:00:00-05:00", true), ("2026-01-01T12:04:00Z", true),
        ("2026-01-01T12:30:00Z", false), ("2026-01-01", false),
        ("2026-01-01T12:00:00+02:00", false),
    ]

    @Test(arguments: times)
    func `takes a time in every form`(time: String, isSoon: Bool) async throws {
        let run = try await CheckoutRun.shared()
        let verified = await CommandRun(
            "token",
            "verify",
            run.files.token,
            "--root",
            run.files.root,
            "--at",
            time
        )
        #expect(verified.status == (isSoon ? .success : .refused), "\(verified.results)")
    }

    static let notTimes = [
        "now", "1767268800", "2026-01-01T12:00:00", "2026-02-30", "2026-01-01T25:00:00Z",
        "2026-1-1", "2026-01-01 12:00:00Z", "2026-01-01T12:00:00Z ", "２０２６-01-01",
        "2026-01-01T12:00:00+2", "99999-01-01",
    ]

    @Test(arguments: notTimes)
    func `refuses an ambiguous time`(time: String) async {
        let run = await CommandRun("checkout", "--at", time, "--out", "/nowhere/at/all")
        #expect(run.status == .misuse)
        #expect(run.remarks.hasPrefix("quince: --at \(time): not a time\nhint: "))
    }

    private static func problem(with arguments: [String]) -> String? {
        do throws(UsageProblem) {
            _ = try ArgumentParser.parse(arguments, of: CheckoutVerb.verb)
            return nil
        } catch { return error.message }
    }

    @Test func `is read by many at once`() {
        let wrong = LockedValue<[String]>([])
        let readers = (0..<4).map { reader in
            Thread {
                for number in 0..<2_000 {
                    let word = "--x\(reader)-\(number)"
                    let said = Self.problem(with: ["--see", "1", "--js", word])
                    if said != "there is no option '\(word)'" {
                        wrong.withLock { $0.append(said ?? "\(word) was taken") }
                    }
                }
            }
        }
        for reader in readers { reader.start() }
        while !readers.allSatisfy({ $0.isFinished }) { Thread.sleep(forTimeInterval: 0.01) }
        #expect(wrong.withLock { $0 } == [])
    }
}
