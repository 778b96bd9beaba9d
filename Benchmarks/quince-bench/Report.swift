internal import Foundation

/// Figures as text.
enum Report {
    /// A list of objects on one line each, for programs.
    static func json(_ measurements: [Measurement]) -> String {
        let lines = measurements.map {
            """
              {"name": "\($0.name)", "unit": "\($0.unit)", \
            "value": \(decimal($0.value, 1)), "floor": \(decimal($0.floor, 1)), \
            "ratio": \(decimal($0.ratio, 3))}
            """
        }
        return "[\n\(lines.joined(separator: ",\n"))\n]"
    }

    /// A table, for people.
    static func table(_ measurements: [Measurement]) -> String {
        let rows =
            [["name", "unit", "value", "floor", "ratio"]]
            + measurements.map {
                [
                    $0.name, $0.unit, decimal($0.value, 0), decimal($0.floor, 0),
                    decimal($0.ratio, 2),
                ]
            }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated()
                .map { column, cell in
                    let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                    return column < 2 ? cell.0 + padding : padding + cell.0
                }
                .joined(separator: "  ")
        }
        .joined(separator: "\n")
    }

    private static func decimal(_ number: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", number)
    }
}
