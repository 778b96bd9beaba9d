internal import CLibFuzzer
internal import Foundation

/// `quince-fuzz --list`, `quince-fuzz --seed TARGET FOLDER`, or `quince-fuzz TARGET` followed by
/// libFuzzer's options and folders of inputs.
@main
enum Fuzzer {
    private static let target = named(CommandLine.arguments.dropFirst().first)

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--list"] {
            for target in FuzzTarget.all { print(target.name) }
        } else if arguments.count == 3, arguments[0] == "--seed", let target = named(arguments[1]) {
            try write(target.seeds(), to: URL(filePath: arguments[2]))
        } else if target != nil {
            runTarget()
        } else {
            print("quince-fuzz: name one of \(FuzzTarget.all.map(\.name))")
            exit(2)
        }
    }

    private static func named(_ name: String?) -> FuzzTarget? {
        (FuzzTarget.all + [.canary]).first { $0.name == name }
    }

    private static func write(_ seeds: [[UInt8]], to folder: URL) throws {
        for (number, seed) in seeds.enumerated() {
            try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
        }
    }

    private static func runTarget() {
        // libFuzzer gets the arguments from the target's name on, which it takes for the program's.
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            unsafe CommandLine.unsafeArgv + 1
        let status = unsafe LLVMFuzzerRunDriver(&count, &arguments) { start, length in
            unsafe Fuzzer.target?.feed(Array(UnsafeBufferPointer(start: start, count: length)))
            return 0
        }
        exit(status)
    }
}
