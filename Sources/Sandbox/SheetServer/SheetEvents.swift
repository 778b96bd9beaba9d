internal import HTTPServer
internal import JSON

/// The events that the page of a sheet was sent and did not confirm: the last view, the questions without an
/// answer, and the end.
///
/// Of several views only the last is kept, so it has a limit however often the sheet changes.
struct SheetEvents: Sendable {
    private(set) var lastIdentifier = 0
    private var view: (identifier: Int, text: String)?
    private var questions: [(identifier: Int, number: Int, text: String)] = []
    private var end: (identifier: Int, text: String)?

    /// The number of the last view; 0 where there was none.
    var viewIdentifier: Int { view?.identifier ?? 0 }

    /// Whether the end was told.
    var isOver: Bool { end != nil }

    /// Shows a view; nothing happens where it is the one that is shown.
    mutating func show(_ json: JSONOutput) {
        let text = json.compact
        guard view?.text != text, !isOver else { return }
        lastIdentifier += 1
        view = (lastIdentifier, text)
    }

    /// Asks the page.
    mutating func ask(_ number: Int, _ json: JSONOutput) {
        guard !isOver else { return }
        lastIdentifier += 1
        questions.append((lastIdentifier, number, json.compact))
    }

    /// A question was answered.
    mutating func remove(question number: Int) { questions.removeAll { $0.number == number } }

    /// The sheet is over.
    mutating func finish(_ json: JSONOutput) {
        guard !isOver else { return }
        lastIdentifier += 1
        questions = []
        end = (lastIdentifier, json.compact)
    }

    /// The next events of a stream that has sent the event with a number, in order.
    func after(_ identifier: Int) -> [ServerSentEvent] {
        var found: [(identifier: Int, name: String, text: String)] = []
        if let view { found.append((view.identifier, "view", view.text)) }
        found += questions.map { ($0.identifier, "question", $0.text) }
        if let end { found.append((end.identifier, "end", end.text)) }
        return found.filter { $0.identifier > identifier }.sorted { $0.identifier < $1.identifier }
            .map { item in
                ServerSentEvent(item.text, name: item.name, identifier: "\(item.identifier)")
            }
    }
}
