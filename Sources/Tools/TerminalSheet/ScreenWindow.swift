extension SheetScreen {
    /// As many things around one of them as there is space for, at least that one.
    ///
    /// - Parameters:
    ///   - place: The one that must be seen.
    ///   - heights: How many lines each of them takes.
    ///   - module: How many lines there are.
    /// - Returns: Which of the things are shown.
    static func range(around place: Int, heights: [Int], module: Int) -> Range<Int> {
        guard heights.indices.contains(place) else { return 0..<min(heights.count, max(0, module)) }
        var (first, end) = (place, place + 1)
        var left = module - heights[place]
        while true {
            // What comes before and what comes after take turns.
            let isBeforeNext = end == heights.count || place - first < end - 1 - place
            if isBeforeNext, first > 0, heights[first - 1] <= left {
                first -= 1
                left -= heights[first]
            } else if end < heights.count, heights[end] <= left {
                left -= heights[end]
                end += 1
            } else if first > 0, heights[first - 1] <= left {
                first -= 1
                left -= heights[first]
            } else {
                return first..<end
            }
        }
    }
}

extension String {
    /// The text on lines of so many cells, the last of which is cut where there is more.
    func wrapped(to cells: Int, lines limit: Int) -> [String] {
        var rest = Substring(self)
        var lines: [String] = []
        while !rest.isEmpty, lines.count < limit - 1, CellWidth.of(String(rest)) > cells {
            var (taken, width, space) = (0, 0, 0)
            for character in rest {
                width += CellWidth.of(character)
                guard width <= cells else { break }
                taken += 1
                if character == " " { space = taken }
            }
            let length = max(1, space > 0 ? space : taken)
            lines.append(String(rest.prefix(length)).trimmed)
            rest = rest.dropFirst(length)
        }
        return rest.isEmpty ? lines : lines + [String(rest).cut(to: cells)]
    }
}
