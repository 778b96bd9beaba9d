import Testing

@Suite("A console block")
struct ConsoleTests {
    private static let page = """
        # Page

        ```console
        $ echo one \\
            two          # a remark
        one two

        $ false  # exit 1
        ```

        ```console no-run
        $ ./dev test
        ```

        ````markdown
        ```console
        $ not a command
        ```
        ````

        ```swift
        let dollars = 1
        ```
        """

    @Test func `is read as commands with what they print`() {
        let page = ConsolePage(Self.page)
        #expect(
            page.commands == [
                .init(
                    line: 4,
                    text: "echo one \\\n    two          # a remark",
                    output: ["one two", ""]
                ),
                .init(line: 8, text: "false  # exit 1"),
            ]
        )
        #expect(page.commands.map(\.status) == [0, 1])
        #expect(page.notRun.map(\.text) == ["./dev test"])
    }

    @Test(arguments: ["```bash\nls\n```", "```\n$ ls\n```", "```console norun\n$ ls\n```"])
    func `is not hidden under another name`(block: String) {
        let page = ConsolePage(block)
        #expect(page.hidden == [1])
        #expect(page.commands.isEmpty)
    }

    private static let matching: [(shown: [String], printed: String)] = [
        (["one", "two"], "one\ntwo\n"), (["one", ""], "one  \n"), ([], ""),
        (["one", "…", "four"], "one\ntwo\nthree\nfour\n"), (["one", "…"], "one\n"),
        (["id …, done"], "id 5c1f, done\n"), (["a…c…e"], "abcde\n"), (["…"], "anything\nat all\n"),
        (["…", "last"], "last\nnot last\nlast\n"),
    ]

    @Test(arguments: matching)
    func `shows what was printed`(shown: [String], printed: String) {
        #expect(ShownOutput(lines: shown).matches(printed))
    }

    private static let differing: [(shown: [String], printed: String)] = [
        (["one"], "one\ntwo\n"), (["one", "two"], "one\n"), ([], "one\n"), (["one"], ""),
        (["one", "…", "four"], "one\ntwo\nthree\n"), (["id …, done"], "id 5c1f, failed\n"),
        (["aba…aba"], "aba\n"), (["One"], "one\n"), (["a…c…c"], "abc\n"),
    ]

    @Test(arguments: differing)
    func `tells when something else was printed`(shown: [String], printed: String) {
        #expect(!ShownOutput(lines: shown).matches(printed))
    }

    @Test func `is run in one shell, in a folder of its own`() throws {
        let outcomes = try ConsoleSession.run([
            "name=Quince", "mkdir shop && cd shop", "echo \"$name's\"", "ls ..; pwd | grep -c shop",
            "echo oops >&2; false", "if then", "cat",
        ])
        #expect(outcomes.map { $0.status == 0 } == [true, true, true, true, false, false, true])
        #expect(outcomes.count == 7)
        #expect(outcomes[2].output == "Quince's\n")
        #expect(outcomes[3].output.hasSuffix("quince\nshop\n1\n"))
        #expect(outcomes[4].output == "oops\n")
    }

    @Test func `that ends its shell leaves the others without an outcome`() throws {
        #expect(try ConsoleSession.run(["echo one", "exit 3", "echo two"]).count == 1)
    }
}
