internal import Foundation

/// Finds a payment token in the values that an app stores.
///
/// - Source: Apple, *Payment token format reference*: the four keys at the top of a token.
enum StoredToken {
    private static let keys: Set<String> = ["data", "signature", "header", "version"]
    /// Maximum nesting depth of the search.
    private static let depthLimit = 8

    static func isIn(_ value: Any?) -> Bool { isIn(value, depth: depthLimit) }

    private static func isIn(_ value: Any?, depth: Int) -> Bool {
        guard depth > 0 else { return false }
        return switch value {
        case let data as Data: isIn(data, depth: depth)
        case let text as String: isIn(Data(text.utf8), depth: depth)
        case let values as [String: Any]:
            keys.isSubset(of: values.keys)
                || values.values.contains { isIn($0, depth: depth - 1) }
        case let values as [Any]: values.contains { isIn($0, depth: depth - 1) }
        default: false
        }
    }

    /// Whether bytes are JSON that contains a token, or Base64 of such bytes, on any number of
    /// lines.
    private static func isIn(_ data: Data, depth: Int) -> Bool {
        if let json = try? JSONSerialization.jsonObject(with: data) {
            return isIn(json, depth: depth - 1)
        }
        guard let decoded = Data(base64Encoded: data, options: .ignoreUnknownCharacters),
            !decoded.isEmpty, decoded.first == UInt8(ascii: "{")
        else { return false }
        return isIn(decoded, depth: depth - 1)
    }
}
