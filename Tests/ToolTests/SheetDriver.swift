import Foundation
import TestSupport

/// `quince checkout --by-hand` with a person at its page: reads the address that it prints, follows the
/// sheet's events, and posts steps, as the page does.
struct SheetDriver: Encodable {
    static let isHere = !Shell.output(of: "command -v python3", in: Repository.root).isEmpty

    /// One thing that is done or waited for.
    struct Step: Encodable {
        var sees: [String]?
        var post: String?
        var signal: String?

        /// Waits until the view has a text, and the sheet is in a state.
        static func sees(_ text: String, while state: String = "open") -> Step {
            Step(sees: [text, state])
        }

        /// Posts a step, as JSON, that the sheet must take.
        static func posts(_ step: String) -> Step { Step(post: step) }
        static func signal(_ name: String) -> Step { Step(signal: name) }
        static let cancels = posts(#""cancel""#)
        static func authorizes(_ total: String) -> Step { posts(#"{"authorize":"\#(total)"}"#) }
        static func chooses(_ row: String, _ place: Int) -> Step {
            posts(#"{"choose":{"row":"\#(row)","place":\#(place)}}"#)
        }
        /// Writes fields of the first contact.
        static func writes(_ row: String, _ fields: String) -> Step {
            posts(#"{"write":{"row":"\#(row)","place":0,"fields":{\#(fields)}}}"#)
        }
    }

    /// The result.
    struct Report: Decodable {
        let results: String
        let remarks: String
        /// The exit status, or minus the signal that ended the program.
        let status: Int
        /// The views that were waited for, as JSON.
        let views: [String]
        /// The text that was waited for in vain.
        let stuck: String?

        /// The lines of the trace on the shopper, in order.
        var shopper: [String] {
            results.split(separator: "\n").filter { $0.hasPrefix("  shopper ") }
                .map { $0.dropFirst(10).drop { $0 == " " } }.map(String.init)
        }
    }

    struct Failed: Error {
        let complaint: String
    }

    let program: [String]
    let locale: String
    let steps: [Step]

    /// Runs a checkout with options parted by spaces, which are followed by `--out`.
    static func run(
        _ options: String = "",
        locale: String = "C.UTF-8",
        in folder: URL,
        _ steps: Step...
    ) throws -> Report {
        let driver = SheetDriver(
            program: [ProcessRun.quince, "checkout", "--by-hand"]
                + options.split(separator: " ").map(String.init)
                + ["--out", folder.appending(path: "out").path],
            locale: locale,
            steps: steps
        )
        let answer = try Program(at: URL(filePath: "/usr/bin/env"))
            .run(["python3", "-c", script], input: Array(JSONEncoder().encode(driver)))
        guard answer.isSuccess else { throw Failed(complaint: answer.complaint) }
        return try JSONDecoder().decode(Report.self, from: answer.output)
    }

    private static let script = #"""
        import json, os, re, signal, subprocess, sys, tempfile, threading, time, urllib.request

        request = json.load(sys.stdin)
        results, remarks = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        child = subprocess.Popen(request["program"], stdin=subprocess.DEVNULL, stdout=results, stderr=remarks,
                                 env={**os.environ, "LC_ALL": request["locale"]})
        deadline, stuck, views, view = time.monotonic() + 150, None, [], {}

        def text(file):
            file.seek(0)
            return file.read()

        def until(condition, what):
            global stuck
            while not stuck and not (found := condition()):
                if time.monotonic() > deadline or child.poll() is not None:
                    stuck = f"{what}; the view was:\n{json.dumps(view, ensure_ascii=False)}"
                time.sleep(0.02)
            return None if stuck else found

        def ask(path, body=None):
            fields = {"Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
            return urllib.request.urlopen(urllib.request.Request(place + path, body, fields), timeout=150)

        def follow():
            global view
            try:
                name = ""
                for line in ask("/events"):
                    if line.startswith(b"event: "): name = line[7:].decode().strip()
                    if line.startswith(b"data: ") and name == "view": view = json.loads(line[6:])
            except OSError: pass  # The program was ended.

        def shows(wanted, state):
            # "words" has every text that a sheet may show.
            shown = {name: part for name, part in view.items() if name != "words"}
            return view.get("state") == state and wanted in json.dumps(shown, ensure_ascii=False)

        found = until(lambda: re.search(r"(http://\S+)/sheet\.html#(\w+)", text(remarks)), "an address")
        if found:
            place = f"{found[1]}/sheet/sessions/{found[2]}"
            threading.Thread(target=follow, daemon=True).start()
        for step in request["steps"]:
            if stuck: break
            if "sees" in step:
                until(lambda: shows(*step["sees"]), step["sees"])
                views.append(json.dumps(view, ensure_ascii=False))
            if "post" in step:
                try: ask("/steps", step["post"].encode())
                except OSError as failure: stuck = f"{step['post']}: {failure}"
            if "signal" in step: child.send_signal(getattr(signal, step["signal"]))
        if stuck: child.kill()
        try: child.wait(max(1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            stuck = "the end"
            child.kill()
        print(json.dumps({"results": text(results), "remarks": text(remarks), "status": child.wait(),
                          "views": views, "stuck": stuck}))
        """#
}
