extension Files {
    /// Temporary, until the merge.
    public static func unusedName(_ name: String) -> String {
        var unused = name
        var number = 1
        while exists(unused) {
            number += 1
            unused = "\(name)-\(number)"
        }
        return unused
    }
}
