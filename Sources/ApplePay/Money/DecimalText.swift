/// A whole number as text, with a decimal point before the last `places` digits.
func digits(of number: Int64, places: Int) -> String {
    var digits = String(number.magnitude)
    if digits.utf8.count <= places {
        digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits
    }
    let sign = number < 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    return "\(sign)\(digits.dropLast(places)).\(digits.suffix(places))"
}
