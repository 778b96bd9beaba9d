internal import Foundation
internal import TestSupport
import Testing

@testable import CommandLineTool
@testable import quince

@Suite("Completion in a shell")
struct CompletionTests {
    let folder = ScratchFolder()

    /// The words that bash offers after others, of which the last is being written.
    func offers(_ words: [String]) throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let run = try ProcessRun(
            """
            source <($QUINCE completion bash) || exit
            COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
            _quince && printf '%s\\n' "${COMPREPLY[@]}"
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
        return run.results.split(separator: "\n").map(String.init)
    }

    private static let cases: [([String], [String])] = [
        (["quince", "ch"], ["checkout"]),
        (["quince", "token", ""], ["verify", "open", "inspect"]),
        (["quince", "token", "ver"], ["verify"]), (["./quince", "--v"], ["--version"]),
        (["quince", "checkout", "--sc"], ["--scenario"]),
        (["quince", "checkout", "--scenario", ""], ["guide", "china", "shinobi"]),
        (["quince", "checkout", "--scenario", "=", "sh"], ["shinobi"]),
        (["quince", "checkout", "--scenario", "="], ["guide", "china", "shinobi"]),
        (["quince", "checkout", "--language", "z"], ["zh"]),
        (["quince", "checkout", "--seed", ""], []),
        (["quince", "checkout", "--out", "on"], ["one.json"]),
        (["quince", "token", "verify", "tw"], ["two.pem"]),
        (["quince", "token", "verify", "--root", "two"], ["two.pem"]),
        (["quince", "token", "verify", "one.json", "--ro"], ["--root"]),
        (["quince", "mint", "--network", "un"], ["unionpay"]),
        (["quince", "mint", "--mer"], ["--merchant-id"]), (["quince", "completion", "z"], ["zsh"]),
        (["quince", "help", "tok"], ["token"]), (["quince", "nonsense", ""], []),
        (["quince", "token", "verify", "--key", "=", ""], []),
    ]

    @Test(arguments: cases)
    func `of bash offers what may follow`(words: [String], offered: [String]) throws {
        for name in ["one.json", "two.pem"] {
            try Data().write(to: folder.url.appending(path: name))
        }
        let offers = try offers(words)
        if offered.isEmpty, words.last == "" {
            #expect(!offers.contains("--seed") && !offers.contains("guide"))
        } else {
            #expect(Set(offered).isSubset(of: offers), "\(offers)")
            #expect(
                offered.isEmpty
                    || offers.allSatisfy { $0.hasPrefix(words.last ?? "") || words.last == "=" }
            )
        }
    }

    @Test func `of bash knows every verb and every option`() throws {
        for verb in Quince.tool.verbs {
            let offers = try offers(["quince"] + verb.words + ["--"])
            let expected = verb.options.map { "--\($0.name)" } + ["--help"]
            #expect(offers.sorted() == expected.sorted(), "\(verb.words)")
        }
    }

    /// The words that fish itself offers, by the words that it completes.
    private static let fishCases: [(String, [String])] = [
        ("quince ch", ["checkout"]), ("quince token ", ["explain", "inspect", "open", "verify"]),
        ("quince key ", ["check"]), ("quince checkout --scenario ", ["china", "guide", "shinobi"]),
        ("quince checkout --sc", ["--scenario"]), ("quince mint --network un", ["unionpay"]),
        ("quince completion ", ["bash", "fish", "zsh"]), ("quince help to", ["token"]),
        ("quince token verify --root tw", ["two.pem"]), ("quince token verify tw", ["two.pem"]),
        ("quince checkout --seed ", []), ("quince token open --environment s", ["sandbox"]),
    ]

    private static let hasFish = !Shell.output(of: "command -v fish", in: Repository.root).isEmpty

    @Test(.enabled(if: hasFish, "the program fish is not installed"), arguments: fishCases)
    func `of fish offers what may follow`(line: String, offered: [String]) throws {
        try Data().write(to: folder.url.appending(path: "two.pem"))
        let run = try ProcessRun(
            "$QUINCE completion fish >s; HOME=$PWD fish --no-config -c 'source s; complete -C \"\(line)\"'",
            in: folder.url
        )
        let words = run.results.split(separator: "\n").compactMap {
            $0.split(separator: "\t").first
        }
        #expect(words.map(String.init).sorted() == offered, "\(run.remarks)")
    }

    private static let shells = [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish -n")]

    @Test(
        arguments: shells.filter {
            !Shell.output(of: "command -v \($0.0)", in: Repository.root).isEmpty
        }
    )
    func `is a script that its shell takes`(shell: String, check: String) throws {
        let run = try ProcessRun(
            "$QUINCE completion \(shell) >script && \(check) script",
            in: folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
        #expect(run.remarks == "")
    }

    @Test func `names every option for zsh and fish too`() throws {
        let zsh = try ProcessRun("$QUINCE completion zsh", in: folder.url).results
        let fish = try ProcessRun("$QUINCE completion fish", in: folder.url).results
        #expect(zsh.contains(":NAME:(guide china shinobi)'"))
        #expect(zsh.contains("--root=[") && zsh.contains(":PEM:_files'"))
        let words =
            "demo checkout mint token key lint sandbox rehearse merchant app order server help completion man verify "
        #expect(zsh.contains("'*:verb:(\(words)"))
        #expect(zsh.contains("'1:shell:(bash zsh fish)'"))
        for option in Quince.tool.verbs.flatMap(\.options) {
            #expect(zsh.contains("--\(option.name)[") || zsh.contains("--\(option.name)=["))
            #expect(fish.contains(" -l \(option.name) "))
        }
    }
}

@Suite("The manual page")
struct ManualPageTests {
    let folder = ScratchFolder()

    private static let hasGroff = !Shell.output(of: "command -v groff", in: Repository.root).isEmpty

    @Test(.enabled(if: hasGroff, "the program groff is not installed"))
    func `is taken by groff without a warning, and says all of it`() throws {
        let run = try ProcessRun(
            "$QUINCE man | groff -man -Tutf8 -ww -rLL=200n -P-cbou",
            in: folder.url
        )
        #expect(run.status == 0)
        #expect(run.remarks == "", "a warning")
        for verb in Quince.tool.verbs {
            #expect(run.results.contains("quince \(verb.words.joined(separator: " "))"))
            for line in verb.example.split(separator: "\n") {
                let text = line.drop { $0 == " " }
                #expect(run.results.contains(text), "\(text)")
            }
            for option in verb.options { #expect(run.results.contains("--\(option.name)")) }
        }
        #expect(run.results.contains("lint [PATH…]"))
    }

    @Test(.enabled(if: hasGroff, "the program groff is not installed"))
    func `lists files that the Debian package has`() throws {
        let page = try ProcessRun("$QUINCE man | groff -man -Tutf8 -P-cbou", in: folder.url).results
        let support = Repository.root.appending(path: "Support")
        let placed = try [
            "Package/tree", "Package/control/postinst", "systemd/quince-sandbox.service",
        ].map { try String(contentsOf: support.appending(path: $0), encoding: .utf8) }.joined()
        #expect(!Quince.tool.files.isEmpty)
        for file in Quince.tool.files {
            #expect(page.contains(file.path))
            #expect(placed.contains(file.path.dropFirst()), "\(file.path)")
        }
    }

    @Test func `does not start a line with an unintended request`() throws {
        let page = try ProcessRun("$QUINCE man", in: folder.url).results
        let requests = Set(
            page.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
                .map { $0.prefix { $0 != " " } }
        )
        #expect(
            requests.isSubset(of: [
                ".TH", ".SH", ".SS", ".B", ".RI", ".I", ".br", ".TP", ".PP", ".nf", ".fi", ".RS",
                ".RE",
            ])
        )
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
    }
}
