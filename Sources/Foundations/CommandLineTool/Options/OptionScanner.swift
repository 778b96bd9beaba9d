internal import CGetOpt
internal import Glibc

/// `getopt_long` over one command: the C form of its arguments and options, and what it finds.
///
/// `getopt_long` keeps its state in global variables, so one command is scanned at a time.
@safe
public final class OptionScanner {
    /// The next element of a command line.
    public enum Finding: Sendable {
        /// An option, with its value where it takes one.
        case option(any CommandOption, value: String?)
        /// A word that looks like an option and is none of the command's, or of several.
        case unknown(word: String)
        /// An option whose value is not there.
        case valueMissing(any CommandOption)
        /// An option that takes no value and was given one.
        case valueNotWanted(any CommandOption)
        /// No more options: these words are left.
        case end(operands: [String])
    }

    private let options: [any CommandOption]
    private let count: Int
    private var vector: [UnsafeMutablePointer<CChar>?]
    private var table: [CGetOpt.option]
    private let owned: [UnsafeMutablePointer<CChar>?]

    /// Begins to scan the arguments of a command.
    public init(command: String, arguments: [String], options: [any CommandOption]) {
        self.options = options
        let words = unsafe ([command] + arguments).map { unsafe strdup($0) }
        let names = unsafe options.map { unsafe strdup($0.name) }
        count = unsafe words.count
        unsafe owned = words + names
        unsafe vector = words + [nil]
        unsafe table = zip(options, names).enumerated().map { index, pair in
            unsafe CGetOpt.option(
                name: pair.1,
                has_arg: pair.0.value == nil ? no_argument : required_argument,
                flag: nil,
                val: Int32(index) + Self.firstCode
            )
        }
        unsafe table.append(CGetOpt.option())
        quince_getopt_start()
    }

    deinit {
        for index in unsafe owned.indices { unsafe free(owned[index]) }
    }

    /// Reads the next element.
    public func next() -> Finding {
        let code = unsafe getopt_long(Int32(count), &vector, ":", table, nil)
        if code == -1 {
            let operands = (Int(quince_getopt_index())..<count).compactMap(word)
            return .end(operands: operands)
        }
        if let option = option(code) {
            guard option.value != nil else { return .option(option, value: nil) }
            return .option(option, value: unsafe quince_getopt_argument().map(text))
        }
        guard let option = option(quince_getopt_offending()) else {
            return .unknown(word: word(max(1, Int(quince_getopt_index()) - 1)) ?? "")
        }
        return code == Int32(UInt8(ascii: ":")) ? .valueMissing(option) : .valueNotWanted(option)
    }

    /// Above every character, so that a code is never mistaken for a short option.
    private static let firstCode: Int32 = 1_000

    private func option(_ code: Int32) -> (any CommandOption)? {
        let index = Int(code - Self.firstCode)
        return options.indices.contains(index) ? options[index] : nil
    }

    private func word(_ index: Int) -> String? {
        unsafe vector[index].map { unsafe text($0) }
    }

    private func text(_ characters: UnsafePointer<CChar>) -> String {
        unsafe String(cString: characters)
    }
}
