import Foundation
import World

/// A server program in a scratch folder.
///
/// A shell watches over it. It stops the program and removes the folder when this process is gone,
/// however it ended.
final class WatchedServer: Sendable {
    /// The program did not start. The words are the end of its log.
    struct NotStarted: Error { let words: String }

    let folder = ScratchFolder()
    private let watcher = LockedValue<Pipe?>(nil)
    private let stopSignal: String

    /// A server that ends at a signal.
    init(stoppedBy stopSignal: String) { self.stopSignal = stopSignal }

    /// Runs a command in the folder until it says that it is done.
    func prepare(_ commands: String) throws {
        let prepared = Shell.output(
            of: "set -e\n\(Self.become)\n\(commands)\necho prepared",
            in: folder.url
        )
        guard prepared.hasSuffix("prepared\n") else { throw NotStarted(words: prepared) }
    }

    /// Starts a program, and waits until a command succeeds.
    func start(_ command: String, until isReady: String) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", watching(command)]
        process.currentDirectoryURL = folder.url
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        watcher.withLock { $0 = pipe }
        let ready = "for i in {1..400}; do \(isReady) && echo ready && break; sleep 0.05; done"
        guard Shell.output(of: ready, in: folder.url).hasSuffix("ready\n") else {
            throw NotStarted(words: Shell.output(of: "tail log", in: folder.url))
        }
    }

    /// Ends the program: `stop` in good order, `kill` as a power cut would.
    func end(_ word: String) {
        let pipe = watcher.withLock { pipe in
            defer { pipe = nil }
            return pipe
        }
        guard let pipe else { return }
        try? pipe.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
        // The watcher removes this file when the program has ended.
        _ = Shell.output(
            of: "for i in {1..400}; do [ -e running ] || break; sleep 0.05; done",
            in: folder.url
        )
    }

    /// Sends a signal to the program and its children.
    func signal(_ name: String) {
        _ = Shell.output(
            of: "pid=$(cat running); kill -\(name) $pid $(cat /proc/$pid/task/$pid/children)",
            in: folder.url
        )
    }

    deinit { end("stop") }

    /// These servers refuse to run as root, so root switches to another user.
    private static let become = """
        become=()
        if ((EUID == 0)); then
            become=(setpriv --reuid=postgres --regid=postgres --init-groups)
            chown -R postgres .
        fi
        """

    /// Ends at a message, or when the pipe is closed.
    private func watching(_ command: String) -> String {
        """
        trap : INT TERM HUP
        \(Self.become)
        folder=$PWD
        "${become[@]}" \(command) </dev/null >>log 2>&1 &
        server=$!
        echo $server >running
        word=gone
        read -r word
        if [[ $word == kill ]]; then
            kill -STOP $server
            children=$(cat /proc/$server/task/$server/children)
            kill -KILL $children $server
            # PostgreSQL does not start again while a process of the last one has its memory.
            for child in $children; do
                until [[ ! -e /proc/$child || $(cut -d' ' -f3 /proc/$child/stat) == Z ]]; do sleep 0.01; done
            done 2>/dev/null
        else
            kill -CONT $(cat /proc/$server/task/$server/children) $server
            kill -\(stopSignal) $server
        fi
        while kill -0 $server 2>/dev/null; do wait $server 2>/dev/null; done
        rm -f running
        if [[ $word != kill && $word != stop ]]; then rm -rf "$folder"; fi
        """
    }
}
