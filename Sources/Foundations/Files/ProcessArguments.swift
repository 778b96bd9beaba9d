internal import Glibc

/// The words that the process was started with.
public enum ProcessArguments {
    /// The arguments without the program's name; one that is not UTF-8 is the text of its bytes
    /// (``PathText``).
    public static var words: [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { argument in
                let bytes = unsafe UnsafeBufferPointer(start: argument, count: strlen(argument))
                return unsafe PathText.text(bytes.map { UInt8(bitPattern: $0) })
            }
        }
    }
}
