import CommandLineTool
import Foundation
import TestSupport
import Testing

@Suite("quince app")
struct AppCommandTests {
    let folder = ScratchFolder()

    func path(_ name: String) -> String { folder.path(name) }

    /// A project in the form of Xcode's.
    func project(
        bundle: String = "com.example.store",
        iOS: String = "15.0",
        entitlements: String? = "Store/Store.entitlements",
        settings: String = "",
        file: String = "",
        projectFile: String = ""
    ) throws {
        let setting = entitlements.map { "CODE_SIGN_ENTITLEMENTS = \"\($0)\";" } ?? ""
        try write(
            """
            // !$*UTF8*$!
            {
                archiveVersion = 1;
                objects = {
                    /* Begin PBXNativeTarget section */
                    A1 /* Store */ = {isa = PBXNativeTarget; buildConfigurationList = A2;
                        name = Store; productType = "com.apple.product-type.application"; };
                    B1 /* Tests */ = {isa = PBXNativeTarget; buildConfigurationList = A2;
                        name = Tests; productType = "com.apple.product-type.bundle.unit-test"; };
                    A2 = {isa = XCConfigurationList; buildConfigurations = (A3, ); };
                    A3 /* Release */ = {isa = XCBuildConfiguration; name = Release; \(file)
                        buildSettings = {
                            \(setting)
                            PRODUCT_BUNDLE_IDENTIFIER = "\(bundle)";
                            ORGANIZATION = com.example;
                            \(settings)
                        };
                    };
                    P1 = {isa = PBXProject; buildConfigurationList = P2; targets = (A1, B1, ); };
                    P2 = {isa = XCConfigurationList; buildConfigurations = (P3, ); };
                    P3 = {isa = XCBuildConfiguration; name = Release; \(projectFile)
                        buildSettings = { IPHONEOS_DEPLOYMENT_TARGET = \(iOS); };
                    };
                    F1 = {isa = PBXFileReference; path = Sample.xcconfig; sourceTree = "<group>"; };
                    F2 = {isa = PBXFileReference; path = Project.xcconfig; sourceTree = SOURCE_ROOT; };
                    G1 = {isa = PBXGroup; children = (F1, ); path = Settings; sourceTree = "<group>"; };
                    G2 = {isa = PBXGroup; children = (G1, ); sourceTree = "<group>"; };
                    S1 = {isa = PBXFileSystemSynchronizedRootGroup; path = Shared;
                        sourceTree = "<group>"; };
                };
                rootObject = P1 /* Project object */;
            }
            """,
            to: "Store.xcodeproj/project.pbxproj"
        )
    }

    func entitlements(_ merchants: String...) throws {
        let elements = merchants.map { "<string>\($0)</string>" }.joined()
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>com.apple.developer.in-app-payments</key><array>\(elements)</array>
            </dict></plist>
            """,
            to: "Store/Store.entitlements"
        )
    }

    func write(_ text: String, to name: String) throws {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    func quince(_ words: String...) async -> CommandRun {
        await CommandRun(words + ["--state", path("state")])
    }

    /// Registers what the project needs.
    func register() async {
        let runs = [
            await quince("merchant", "register", "merchant.com.example", "--name", "Shop"),
            await quince("app", "register", "com.example.store", "--name", "Store"),
            await quince(
                "app",
                "entitle",
                "com.example.store",
                "--merchant",
                "merchant.com.example"
            ),
        ]
        for run in runs { #expect(run.status == .success, "\(run.remarks)") }
    }

    func codes() async throws -> [String] {
        let run = await quince("app", "check", folder.url.path, "--json")
        let configurations = try #require(
            run.json["configurations"] as? [[String: Any]],
            "\(run.remarks)"
        )
        #expect(configurations.count == 1, "only the app's target")
        let problems = try #require(configurations.first?["problems"] as? [[String: String]])
        #expect(run.status == (problems.isEmpty ? .success : .refused))
        return problems.compactMap { $0["code"] }
    }

    @Test func `check accepts a project that fits (mission 3.6 to 3.12)`() async throws {
        await register()
        try project()
        try entitlements("merchant.com.example")
        #expect(try await codes() == [])
        for place in [
            ".", "Store.xcodeproj", "Store.xcodeproj/", "Store.xcodeproj/project.pbxproj",
        ] {
            let run = await quince("app", "check", path(place))
            #expect(run.status == .success && run.results.hasSuffix("all fits\n"), "\(place)")
        }
        try project(bundle: "$(ORGANIZATION).store")
        #expect(try await codes() == [])
    }

    /// A bundle identifier, the path of the entitlements and a merchant in them, as projects write them.
    static let references: [(String, String, String)] = [
        ("$(ORGANIZATION).store", "Store/Store.entitlements", "merchant.$(ORGANIZATION)"),
        (
            "${ORGANIZATION}.$(PRODUCT_NAME:lower)", "$(SRCROOT)/Store/Store.entitlements",
            "merchant.${ORGANIZATION}"
        ),
        (
            "com.example.$(TARGET_NAME:lower)",
            "$(PROJECT_DIR)/$(TARGET_NAME)/$(TARGETNAME).entitlements", "merchant.com.example"
        ),
        (
            "$(ORG$(SUFFIX)).store", "Store/Store.entitlements",
            "merchant.$(MISSING:default=com).example"
        ),
        (
            "$(LEGAL:rfc1034identifier).store", "./Store/Store.entitlements",
            "merchant.$(LEGAL:rfc1034identifier)"
        ),
    ]

    @Test(arguments: references)
    func `check expands references to build settings as Xcode does`(
        bundle: String,
        path: String,
        merchant: String
    ) async throws {
        await register()
        try project(
            bundle: bundle,
            entitlements: path,
            settings: "SUFFIX = ANIZATION; LEGAL = com.example;"
        )
        try entitlements(merchant)
        #expect(try await codes() == [])
    }

    /// The forms in which a project names a `.xcconfig` file, and the file.
    static let files: [(String, String)] = [
        ("baseConfigurationReference = F1;", "Settings/Sample.xcconfig"),
        (
            "baseConfigurationReferenceAnchor = S1;"
                + " baseConfigurationReferenceRelativePath = Deep/Sample.xcconfig;",
            "Shared/Deep/Sample.xcconfig"
        ),
    ]

    @Test(arguments: files)
    func `check reads the settings of .xcconfig files`(named: String, path: String) async throws {
        await register()
        let text = """
            // $(inherited) is the prefix of the project's file.
            #include "Common.xcconfig"
            #include? "Own.xcconfig"
            SUFFIX = wrong
              SUFFIX[sdk=macosx*]=mac // other systems
            SUFFIX = store\t// the last one counts
            """
        try write(text, to: path)
        let circle = String(repeating: "#include \"Common.xcconfig\"\n", count: 3)
        try write(circle + "PREFIX = $(inherited)", to: path.replacing("Sample", with: "Common"))
        try write("PREFIX = com.example", to: "Project.xcconfig")
        try project(
            bundle: "$(PREFIX).$(SUFFIX)",
            file: named,
            projectFile: "baseConfigurationReference = F2;"
        )
        try entitlements("merchant.$(PREFIX)")
        #expect(try await codes() == [])
        try FileManager.default.removeItem(atPath: self.path(path))
        let run = await quince("app", "check", folder.url.path)
        #expect(run.results.contains("no build setting SUFFIX\n"), "\(run.results)")
        #expect(run.results.contains("or add the file \(self.path(path))\n"), "\(run.results)")
    }

    @Test func `check names a build setting that the project does not have`() async throws {
        await register()
        try project(entitlements: "$(PLACE)/Store.entitlements", settings: "PLACE = \"$(PLACE)x\";")
        #expect(try await codes() == ["settingUnknown"])
        try project(bundle: "$(inherited)$(A).$(B:lower)")
        try entitlements("merchant.$(PREFIX)")
        #expect(try await codes() == ["settingUnknown", "settingUnknown"])
        let run = await quince("app", "check", folder.url.path)
        #expect(run.results.contains("the project has no build setting A\n"), "\(run.results)")
        #expect(run.results.contains("the project has no build setting PREFIX\n"))
        #expect(!run.results.contains("quince merchant register"))
    }

    @Test func `check finds each mistake`() async throws {
        await register()
        try entitlements("merchant.com.example")
        try project(bundle: "com.example.Store")
        #expect(try await codes() == ["appUnknown"])
        try project(iOS: "7.1")
        #expect(try await codes() == ["deploymentTargetTooLow"])
        try project(iOS: "8.0")
        #expect(try await codes() == [])
        try project(iOS: "new")
        #expect(try await codes() == ["deploymentTargetUnreadable"])
        try project(entitlements: nil)
        #expect(try await codes() == ["entitlementsMissing"])
        try project(entitlements: "Store/Other.entitlements")
        #expect(try await codes() == ["entitlementsFileMissing"])
        try project()
        try entitlements()
        #expect(try await codes() == ["merchantsMissing"])
        try entitlements("merchant.com.exmaple")
        #expect(try await codes() == ["merchantUnknown", "merchantNotOfApp"])
        _ = await quince("merchant", "register", "merchant.com.b", "--name", "B")
        try entitlements("merchant.com.example", "merchant.com.b")
        #expect(try await codes() == ["merchantNotOfApp"])
        try entitlements("merchant.com.example")
        _ = await quince("app", "entitle", "com.example.store")
        #expect(try await codes() == ["applePayOff"])
        try project(bundle: "com.wild.store")
        _ = await quince("app", "register", "com.wild.*", "--name", "Wild")
        #expect(try await codes() == ["wildcardApp"])
    }

    @Test func `check refuses what is not a project`() async throws {
        await register()
        let none = await quince("app", "check", folder.url.path)
        #expect(none.status == .misuse && none.remarks.contains("no Xcode project is in it"))
        try write("hello", to: "a.pbxproj")
        let junk = await quince("app", "check", path("a.pbxproj"))
        #expect(junk.status == .misuse && junk.remarks.contains("this is not an Xcode project"))
        let absent = await quince("app", "check", path("b.pbxproj"))
        #expect(absent.status == .misuse)
        try project()
        try write("<html>", to: "Store/Store.entitlements")
        let page = await quince("app", "check", folder.url.path)
        #expect(page.status == .misuse && page.remarks.contains("this is not a property list"))
    }
}
