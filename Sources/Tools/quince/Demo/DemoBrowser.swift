import CommandLineTool
import World

/// The browser of the desktop.
enum DemoBrowser {
    /// Opens a page where there is a display, and says so where the desktop has no browser for it.
    static func open(_ url: String, _ output: Output) {
        guard SystemEnvironment.hasDisplay else { return }
        Task {
            // In the background and in a session of its own: the browser outlives the demonstration.
            let status = await ShellCommand(
                "command -v xdg-open >/dev/null && setsid -f xdg-open \"$QUINCE_PAGE\" >/dev/null 2>&1",
                variables: ["QUINCE_PAGE": url],
                secondsLimit: 10
            ).run()
            if status != 0 { output.remark("remark: no browser was opened; go to \(url)") }
        }
    }
}
