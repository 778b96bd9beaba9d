import CommandLineTool
import Files

/// The apps of an Xcode project.
///
/// - Source: the form of `project.pbxproj` as Xcode writes it: `objects` by their identifiers, of which
///   each has its kind in `isa`; a target's `buildConfigurationList` names `XCBuildConfiguration`s, whose
///   settings come before those of the project.
struct XcodeProject {
    /// One build configuration of an app's target.
    struct Configuration: Hashable {
        let target: String
        let name: String
        let bundleIdentifier: String?
        let deploymentTarget: String?
        /// The path of the entitlements' file, as the project says it.
        let entitlementsPath: String?
        let settings: BuildSettings
    }

    /// The folder that the paths of the project are relative to.
    let folder: String
    let configurations: [Configuration]

    /// Reads a project: a folder that has a `.xcodeproj`, the `.xcodeproj`, or its `project.pbxproj`.
    init(_ path: String) throws(UsageProblem) {
        let file = try Self.file(at: path)
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try Files.read(file, limit: 64 * 1_048_576)
        } catch { throw UsageProblem("\(error)", hint: Self.wanted) }
        guard let list = try? PropertyList(bytes), let objects = list["objects"],
            let root = list["rootObject"]?.text, let project = objects[root]
        else {
            throw UsageProblem("\(file): this is not an Xcode project", hint: Self.wanted)
        }
        folder = Self.parent(of: Self.parent(of: file))
        let inherited = Self.settings(of: project, in: objects)
        var found: [Configuration] = []
        for target in project["targets"]?.elements ?? [] {
            guard let target = target.text.flatMap({ objects[$0] }), Self.isApp(target) else {
                continue
            }
            let name = target["name"]?.text ?? "?"
            for (configuration, settings) in Self.settings(of: target, in: objects) {
                let above = inherited.first { $0.name == configuration }?.settings
                let setting = BuildSettings(
                    [settings, above],
                    target: name,
                    configuration: configuration
                )
                found.append(
                    Configuration(
                        target: name,
                        name: configuration,
                        bundleIdentifier: setting["PRODUCT_BUNDLE_IDENTIFIER"],
                        deploymentTarget: setting["IPHONEOS_DEPLOYMENT_TARGET"],
                        entitlementsPath: setting["CODE_SIGN_ENTITLEMENTS"],
                        settings: setting
                    )
                )
            }
        }
        configurations = found
    }

    /// The merchants in the entitlements of a configuration: nil where there is no such file.
    func merchants(of configuration: Configuration) throws(UsageProblem) -> [String]? {
        guard let path = configuration.entitlementsPath else { return nil }
        let file = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        guard Files.exists(file) else { return nil }
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try Files.read(file, limit: 1_048_576)
        } catch { throw UsageProblem("\(error)", hint: "the project names it as its entitlements") }
        guard let list = try? PropertyList(bytes), case .dictionary = list else {
            throw UsageProblem(
                "\(file): this is not a property list",
                hint: "write the entitlements as Xcode does, in XML"
            )
        }
        return list[Self.entitlement]?.elements?.compactMap(\.text)
            .map(configuration.settings.expanded) ?? []
    }

    /// The entitlement of Apple Pay (mission 3.11).
    static let entitlement = "com.apple.developer.in-app-payments"
    private static let wanted =
        "give an Xcode project: its folder, its .xcodeproj or project.pbxproj"

    private static func file(at path: String) throws(UsageProblem) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard Files.isFolder(trimmed) else { return trimmed }
        if trimmed.hasSuffix(".xcodeproj") { return "\(trimmed)/project.pbxproj" }
        let found: [String]
        do throws(FileFailure) {
            found = try Files.folders(in: trimmed).filter { $0.hasSuffix(".xcodeproj") }
        } catch { throw UsageProblem("\(error)", hint: wanted) }
        guard let only = found.first, found.count == 1 else {
            throw UsageProblem(
                "\(trimmed): \(found.isEmpty ? "no" : "more than one") Xcode project is in it",
                hint: wanted
            )
        }
        return "\(only)/project.pbxproj"
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func isApp(_ target: PropertyList) -> Bool {
        target["productType"]?.text == "com.apple.product-type.application"
    }

    private static func settings(
        of object: PropertyList,
        in objects: PropertyList
    ) -> [(name: String, settings: PropertyList)] {
        let list = object["buildConfigurationList"]?.text.flatMap { objects[$0] }
        return (list?["buildConfigurations"]?.elements ?? []).compactMap { element in
            guard let configuration = element.text.flatMap({ objects[$0] }),
                let settings = configuration["buildSettings"]
            else { return nil }
            return (configuration["name"]?.text ?? "?", settings)
        }
    }
}
