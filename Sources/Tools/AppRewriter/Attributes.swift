internal import AppLint

extension AppFile {
    private static let attributes: Set<String> = [
        "objc", "objcMembers", "nonobjc", "IBAction", "IBOutlet", "IBInspectable", "IBDesignable",
        "IBSegueAction", "GKInspectable", "UIApplicationMain", "main",
    ]

    /// Blanks the attributes that need Objective-C's runtime, storyboards or a process of the app's.
    var attributeEdits: [Edit] {
        tokens.indices.flatMap { index -> [Edit] in
            guard tokens[index].isMark("@"), let name = unit.token(index + 1),
                reads(["@", name.text], at: index)
            else { return [] }
            guard Self.attributes.contains(name.text) else { return [] }
            let hasArguments = reads([name.text, "("], at: index + 1)
            let end = hasArguments ? unit.after(index + 2) : index + 2
            let attribute = Edit(blanking: bytes(of: index..<end), of: self)
            switch name.text {
            case "IBOutlet": return [attribute] + outletEdits(from: end)
            case "objc": return [attribute] + protocolEdits(from: end)
            default: return [attribute]
            }
        }
    }

    /// Says that only classes conform to a protocol, as for each one of Objective-C.
    private func protocolEdits(from index: Int) -> [Edit] {
        let keyword =
            index
            + (["public", "fileprivate", "private", "internal"]
                .contains(unit.token(index)?.text) ? 1 : 0)
        guard unit.token(keyword)?.isName("protocol") == true, let next = unit.token(keyword + 2)
        else { return [] }
        let parents = tokens[keyword...].prefix { !$0.isMark("{") }
        guard !parents.contains(where: { $0.isName("AnyObject") || $0.isName("class") })
        else { return [] }
        let place = tokens[keyword + (next.isMark(":") ? 2 : 1)].range.upperBound
        let text = next.isMark(":") ? " AnyObject," : ": AnyObject"
        return [Edit(place..<place, of: self, text)]
    }

    /// Gives an outlet `UILabel!` an empty view, because there is no storyboard, and keeps it alive.
    private func outletEdits(from index: Int) -> [Edit] {
        let modifiers = (index..<min(index + 8, tokens.count)).prefix { !tokens[$0].isName("var") }
        let weak = modifiers.filter { tokens[$0].isName("weak") }
            .map { Edit(blanking: tokens[$0].range, of: self) }
        let type = index + modifiers.count + 3
        guard let name = unit.token(type)?.text, name.hasPrefix("UI"),
            !name.hasSuffix("Controller"),
            reads([name, "!"], at: type)
        else { return weak }
        let end = tokens[type + 1].range.upperBound
        return weak + [Edit(end..<end, of: self, " = \(name)()")]
    }
}
