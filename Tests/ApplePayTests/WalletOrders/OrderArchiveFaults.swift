import Foundation
import TestSupport
import Testing

@testable import WalletOrders

/// Archives that attack their reader, made by Python of a right package.
enum OrderArchiveFaults {
    static let rows = [
        row("notAnArchive", nil) { Array($0.dropLast(30)) },
        row("notAnArchive", nil) { _ in [] },
        row("notAnArchive", nil) { package in
            // The name in the entry itself, which differs from that in the directory.
            var package = package
            package[30] ^= 1
            return package
        },
        python("tooManyFiles", nil, "for i in range(300): z.writestr(f'{i}.txt', b'')"),
        python("unpackedSize", nil, "z.writestr('zeros', bytes(30_000_000))"),
        python("unsafeName", "../evil", "z.writestr('../evil', b'a')"),
        python("unsafeName", "/etc/evil", "z.writestr('/etc/evil', b'a')"),
        python("unsafeName", "a/./b", "z.writestr('a/./b', b'a')"),
        python("unsafeName", "a\\b", "z.writestr('a\\\\b', b'a')"),
        python("duplicateFile", "order.json", "z.writestr('order.json', b'{}')"),
        python(
            "notAFile",
            "link",
            "i.external_attr = 0o120777 << 16; z.writestr(i, b'order.json')"
        ),
        python("notAFile", "link", "i.external_attr = 0o010644 << 16; z.writestr(i, b'')"),
        python("encryptedFile", "link", "z.writestr(i, b'a'); flags = 1"),
        python("compression", "link", "z.writestr(i, b'a' * 999, zipfile.ZIP_BZIP2)"),
        python("damagedFile", "link", "z.writestr(i, b'MARK'); old, new = b'MARK', b'MARX'"),
        python(
            "damagedFile",
            "link",
            "z.writestr(i, b'a' * 9999, zipfile.ZIP_DEFLATED); old, new = b'\\x0f\\x27\\0\\0', b'\\x0e\\x27\\0\\0'"
        ),
    ]

    private static func row(
        _ name: String,
        _ file: String?,
        _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) -> OrderFaultTests.Row {
        OrderFaultTests.Row(name: name, file: file, path: nil) { bench in
            try change(OrderBench.zip(bench.signed(OrderBench.full)))
        }
    }

    /// A package to which a line of Python adds an entry; `flags` are set, and `old` bytes become `new`, afterwards.
    private static func python(
        _ name: String,
        _ file: String?,
        _ line: String
    ) -> OrderFaultTests.Row {
        row(name, file) { package in
            let script = """
                import io, sys, zipfile, warnings
                warnings.simplefilter("ignore")
                data = io.BytesIO(sys.stdin.buffer.read())
                flags, old, new = 0, b"", b""
                with zipfile.ZipFile(data, "a", zipfile.ZIP_DEFLATED) as z:
                    i = zipfile.ZipInfo("link")
                    i.create_system = 3
                    \(line)
                data = data.getvalue().replace(old, new) if old else data.getvalue()
                if flags:
                    data = bytearray(data)
                    for mark, place in ((b"PK\\3\\4", 6), (b"PK\\1\\2", 8)):
                        data[data.rindex(mark) + place] |= flags
                sys.stdout.buffer.write(bytes(data))
                """
            let python = Program(at: URL(filePath: "/usr/bin/python3"))
            let answer = try python.run(["-c", script], input: package)
            try #require(answer.isSuccess, "\(answer.complaint)")
            return [UInt8](answer.output)
        }
    }
}
