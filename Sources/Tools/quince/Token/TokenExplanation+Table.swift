import CommandLineTool
import PaymentToken
import TokenDisplay

extension TokenExplanation {
    /// The explanation as a table for a person.
    func write(to output: Output) {
        let width = rows.map(\.check.rawValue.count).max() ?? 0
        for (number, row) in rows.enumerated() {
            let place = "\(number < 9 ? " " : "")\(number + 1)"
            let name = row.check.rawValue
            let padding = String(repeating: " ", count: width - name.count)
            let state = row.state.words
            let gap = String(repeating: " ", count: 11 - state.count)
            let line = "\(place)  \(name)\(padding)  \(state)\(gap)  \(row.found)"
            output.line(String(line.reversed().drop { $0 == " " }.reversed()))
        }
        guard let told else {
            output.result(isOpened ? "accepted" : "verified; give --key to see whether it opens")
            return
        }
        output.line(TokenReport.line(told))
        output.line("remedy: \(told.remedy)")
    }
}
