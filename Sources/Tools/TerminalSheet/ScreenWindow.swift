internal import SheetView

extension SheetScreen {
    /// The indices of the elements around one of them that fit on the screen; at least that one.
    ///
    /// - Parameters:
    ///   - place: The index of the element that must be visible.
    ///   - heights: The number of lines of each element.
    ///   - available: The number of lines on the screen.
    /// - Returns: The indices of the visible elements.
    static func range(around place: Int, heights: [Int], available: Int) -> Range<Int> {
        guard heights.indices.contains(place) else {
            return 0..<min(heights.count, max(0, available))
        }
        var (first, end) = (place, place + 1)
        var left = available - heights[place]
        while true {
            // Elements before and after are added in turn.
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
    /// The text on lines of a number of cells; the last line is cut if the text is longer.
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
