import Foundation
import TestSupport
import Testing

@testable import quince

@Suite("Property lists")
struct PropertyListTests {
    /// One value in the forms that Python's plistlib writes.
    static func written(_ form: String) -> [UInt8] {
        let script = """
            import plistlib, sys
            value = {"text": "a b", "list": ["x", "y"], "on": True, "off": False, "number": 7,
                     "inner": {"empty": [], "none": {}}}
            sys.stdout.buffer.write(plistlib.dumps(value, fmt=plistlib.\(form)))
            """
        let folder = ScratchFolder()
        let encoded = Shell.output(
            of: "/usr/bin/python3 -c '\(script)' | base64 -w0",
            in: folder.url
        )
        return Array(Data(base64Encoded: encoded) ?? Data())
    }

    @Test(arguments: ["FMT_XML", "FMT_BINARY"])
    func `are read in the forms that Python writes`(form: String) throws {
        let list = try #require(PropertyList(Self.written(form)))
        #expect(
            list
                == .dictionary([
                    "text": .text("a b"), "list": .list([.text("x"), .text("y")]),
                    "on": .bool(true), "off": .bool(false), "number": .other,
                    "inner": .dictionary(["empty": .list([]), "none": .dictionary([:])]),
                ])
        )
        #expect(list["list"]?.elements?.last?.text == "y")
        #expect(list["missing"] == nil && list["text"]?.elements == nil)
    }

    @Test func `are read in the older form, as Xcode writes projects`() throws {
        let text = """
            // !$*UTF8*$!
            {
                archiveVersion = 1; /* a comment */
                "quoted name" = "a \\"b\\"";
                list = ( one, "two words", );
                inner = { isa = PBXProject; };
            }
            """
        #expect(
            PropertyList(Array(text.utf8))
                == .dictionary([
                    "archiveVersion": .text("1"), "quoted name": .text("a \"b\""),
                    "list": .list([.text("one"), .text("two words")]),
                    "inner": .dictionary(["isa": .text("PBXProject")]),
                ])
        )
    }

    @Test(arguments: ["", "<plist><dict><key>a</key>", "{ a = ", "bplist00\u{0}", "\u{0}\u{1}"])
    func `that are none are refused`(text: String) {
        #expect(PropertyList(Array(text.utf8)) == nil)
    }
}
