import Foundation
import TestSupport

/// A program run on a terminal of its own, by Python: keys are typed when a text is on the screen.
struct TerminalDriver: Encodable {
    static let isHere = !Shell.output(of: "command -v python3", in: Repository.root).isEmpty

    /// One thing that is done or waited for.
    struct Step: Encodable {
        var wait: String?
        var type: String?
        var signal: String?
        var resize: [Int]?
        var awaitStop: Bool?
        var awaitRaw: Bool?
        var hangUp: Bool?

        /// Waits until a text is on the screen.
        static func sees(_ text: String) -> Step { Step(wait: text) }
        static func types(_ text: String) -> Step { Step(type: text) }
        static func signal(_ name: String) -> Step { Step(signal: name) }
        static func resizes(_ columns: Int, _ lines: Int) -> Step {
            Step(resize: [lines, columns])
        }
        /// Waits until the program is stopped.
        static let isStopped = Step(awaitStop: true)
        /// Takes the terminal away, as a closed window does.
        static let hangsUp = Step(hangUp: true)
        /// Waits until keys are read one by one.
        static let readsKeys = Step(awaitRaw: true)
    }

    /// The screens that were seen, and the remains.
    struct Report: Decodable {
        let screens: [String]
        /// The output before and after the sheet.
        let output: String
        /// The exit status, or minus the signal that ended the program.
        let status: Int
        /// Whether the terminal is set as it was.
        let restored: Bool
        /// Whether the screen with the shell's lines is back.
        let left: Bool
        let cursor: Bool
        /// Whether nothing was drawn bold, faint or reversed.
        let plain: Bool
        /// The text that was waited for in vain.
        let stuck: String?
    }

    let program: [String]
    let environment: [String: String]
    let steps: [Step]

    /// Runs the tool with arguments parted by spaces.
    static func run(
        _ arguments: String,
        locale: String = "C.UTF-8",
        environment: [String: String] = [:],
        in folder: URL,
        _ steps: [Step]
    ) throws -> Report {
        let driver = TerminalDriver(
            program: [ProcessRun.quince] + arguments.split(separator: " ").map(String.init)
                + ["--out", folder.appending(path: "out").path],
            environment: ["LC_ALL": locale, "TERM": "xterm", "NO_COLOR": ""]
                .merging(environment) { $1 },
            steps: steps
        )
        let answer = try Program(at: URL(filePath: "/usr/bin/env"))
            .run(["python3", "-c", script], input: Array(JSONEncoder().encode(driver)))
        guard answer.isSuccess else { throw Failed(complaint: answer.complaint) }
        return try JSONDecoder().decode(Report.self, from: answer.output)
    }

    struct Failed: Error {
        let complaint: String
    }

    private static let script = #"""
        import fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

        # Whoever leads a group of processes cannot begin a session, so this is done by a child.
        leader = os.fork()
        if leader: os._exit(os.waitstatus_to_exitcode(os.waitpid(leader, 0)[1]))
        request = json.load(sys.stdin)
        terminal, line = pty.openpty()
        fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        before = termios.tcgetattr(line)
        # As a shell does: the session is ours, and the program's group is in the foreground.
        os.setsid()
        fcntl.ioctl(line, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        child = os.fork()
        if child == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(line, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            for number in (0, 1, 2): os.dup2(line, number)
            os.execve(request["program"][0], request["program"],
                      {**os.environ, **request["environment"]})
        seen, screens, stuck, hung = b"", [], None, False
        deadline = time.monotonic() + 150

        def frames():
            found = re.findall("\x1b\\[H(.*?)\x1b\\[J", seen.decode(errors="replace"), re.S)
            return [re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", f).replace("\r", "") for f in found]

        def read(seconds):
            global seen
            if hung: return time.sleep(seconds)
            if not select.select([terminal], [], [], seconds)[0]: return False
            try: data = os.read(terminal, 65536)
            except OSError: return False
            seen += data
            return bool(data)

        def until(condition, what):
            global stuck
            while not stuck and not condition():
                if time.monotonic() > deadline:
                    stuck = f"{what}; the screen was:\n" + (frames() or [seen.decode()])[-1]
                    os.kill(child, signal.SIGKILL)
                read(0.02)

        def is_raw(): return not termios.tcgetattr(line)[3] & termios.ICANON
        def is_stopped(): return os.waitpid(child, os.WNOHANG | os.WUNTRACED)[0] == child

        for step in request["steps"]:
            if stuck: break
            if "wait" in step:
                until(lambda: frames() and step["wait"] in frames()[-1], step["wait"])
                screens.append((frames() or [""])[-1])
            if "type" in step: os.write(terminal, step["type"].encode())
            if "signal" in step: os.kill(child, getattr(signal, step["signal"]))
            if "resize" in step:
                fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", *step["resize"], 0, 0))
            if "hangUp" in step:
                # The session's leader goes with its terminal; we stay, to see what becomes of it.
                os.close(terminal)
                hung = True
            if "awaitStop" in step:
                until(is_stopped, "a stop")
                screens.append("raw" if is_raw() else "as it was")
            if "awaitRaw" in step: until(is_raw, "keys read one by one")
        ended = []
        def has_ended():
            done, status = os.waitpid(child, os.WNOHANG)
            if done: ended.append(os.waitstatus_to_exitcode(status))
            return bool(ended)
        while not has_ended():
            if time.monotonic() > deadline and not stuck:
                stuck = "the end; the screen was:\n" + (frames() or [seen.decode()])[-1]
                os.kill(child, signal.SIGKILL)
            read(0.02)
        while read(0): pass
        text = seen.decode(errors="replace")
        outside = re.sub("\x1b\\[\\?1049h.*?\x1b\\[\\?1049l", "", text, flags=re.S)
        print(json.dumps({
            "screens": screens, "output": outside.replace("\r\n", "\n"), "status": ended[0],
            "restored": hung or termios.tcgetattr(line) == before, "stuck": stuck,
            "plain": not re.search("\x1b\\[[0-9;]*m", text),
            "left": text.rfind("\x1b[?1049l") >= text.rfind("\x1b[?1049h"),
            "cursor": text.rfind("\x1b[?25h") >= text.rfind("\x1b[?25l"),
        }))
        """#
}
