/// The terminal sessions that a page of documentation shows.
///
/// A fenced block with the info string `console` holds lines that start with `$ `, each followed
/// by what it prints. `console no-run` marks a block that only a person should run.
struct ConsolePage {
    struct Command: Hashable, Sendable {
        let line: Int
        let text: String
        /// The lines that the page shows below the command.
        var output: [String] = []

        /// The status that the page promises: what its `# exit 1` comment says, or success.
        var status: Int {
            guard let comment = text.lastRange(of: "# exit ") else { return 0 }
            return Int(text[comment.upperBound...]) ?? 0
        }
    }

    /// The commands to run, in order.
    private(set) var commands: [Command] = []
    /// The commands of the blocks that are marked `no-run`.
    private(set) var notRun: [Command] = []
    /// The lines on which a block of shell commands opens that nothing would run.
    private(set) var hidden: [Int] = []

    init(_ markdown: String) {
        var block: Block?
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let ticks = line.prefix { $0 == "`" }
            if let open = block {
                if ticks.count >= open.ticks, ticks.count == line.count {
                    close(open)
                    block = nil
                } else {
                    block?.read(line, number: index + 1)
                }
            } else if ticks.count >= 3 {
                let info = line.dropFirst(ticks.count).split(separator: " ").map(String.init)
                block = Block(ticks: ticks.count, info: info, line: index + 1)
            }
        }
    }

    private mutating func close(_ block: Block) {
        switch block.info {
        case ["console"]: commands += block.commands
        case ["console", "no-run"]: notRun += block.commands
        default:
            let isShell = ["bash", "console", "sh", "shell", "zsh"].contains(block.info.first)
            if isShell || !block.commands.isEmpty { hidden.append(block.line) }
        }
    }

    private struct Block {
        let ticks: Int
        let info: [String]
        let line: Int
        var commands: [Command] = []
        private var continues = false

        init(ticks: Int, info: [String], line: Int) {
            self.ticks = ticks
            self.info = info
            self.line = line
        }

        mutating func read(_ line: Substring, number: Int) {
            if continues, let last = commands.popLast() {
                commands.append(Command(line: last.line, text: last.text + "\n" + line))
                continues = line.hasSuffix("\\")
            } else if line.hasPrefix("$ ") {
                commands.append(Command(line: number, text: String(line.dropFirst(2))))
                continues = line.hasSuffix("\\")
            } else if !commands.isEmpty {
                commands[commands.count - 1].output.append(String(line))
            }
        }
    }
}

extension String {
    fileprivate func lastRange(of text: String) -> Range<String.Index>? {
        ranges(of: text).last
    }
}
