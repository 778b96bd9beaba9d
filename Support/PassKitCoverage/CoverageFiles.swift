internal import Files
internal import JSON

/// Why the page could not be written.
enum CoverageFailure: Error, Equatable, CustomStringConvertible {
    case file(FileFailure)
    case notJSON(file: String, JSONFailure)
    case unexpected(file: String, place: String)

    var description: String {
        switch self {
        case .file(let failure): "\(failure)"
        case .notJSON(let file, let failure): "\(file) is no JSON: \(failure)"
        case .unexpected(let file, let place): "\(file) is not as it should be: \(place)"
        }
    }
}

/// Reads the input files of the page.
enum CoverageFiles {
    private static let limit = 64 << 20

    static func list(_ folder: String) throws(CoverageFailure) -> [String] {
        do throws(FileFailure) { return try Files.list(folder) } catch { throw .file(error) }
    }

    static func text(_ path: String) throws(CoverageFailure) -> String {
        String(decoding: try bytes(path), as: UTF8.self)
    }

    static func json(_ path: String) throws(CoverageFailure) -> JSONValue {
        let bytes = try bytes(path)
        do throws(JSONFailure) { return try JSONDocument(bytes).root } catch {
            throw .notJSON(file: path, error)
        }
    }

    private static func bytes(_ path: String) throws(CoverageFailure) -> [UInt8] {
        do throws(FileFailure) { return try Files.read(path, limit: limit) } catch {
            throw .file(error)
        }
    }
}
