import CommandLineTool
import Files

/// The apps of an Xcode project.
///
/// - Source: the form of `project.pbxproj` as Xcode writes it: `objects` by their identifiers, of which
///   each has its kind in `isa`; a target's `buildConfigurationList` names `XCBuildConfiguration`s, whose
///   settings come before those of the project. Each may name a `.xcconfig` file, whose settings come after its own.
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
        /// The `.xcconfig` files that cannot be read.
        let missingFiles: [String]
    }

    /// The folder that the paths of the project are relative to.
    let folder: String
    let configurations: [Configuration]

    /// Reads a project: a folder that has a `.xcodeproj`, the `.xcodeproj`, or its `project.pbxproj`.
    init(_ path: String) throws(UsageProblem) {
        let file = try Self.file(at: path)
        let bytes = try reporting(hint: Self.wanted) {
            try Files.read(file, limit: 64 * 1_048_576)
        }
        guard let list = PropertyList(bytes), let objects = list["objects"],
            let root = list["rootObject"]?.text, let project = objects[root]
        else {
            throw UsageProblem("\(file): this is not an Xcode project", hint: Self.wanted)
        }
        folder = Self.parent(of: Self.parent(of: file))
        let files = ProjectFiles(folder: folder, objects: objects)
        let inherited = files.settings(of: project)
        var found: [Configuration] = []
        for target in project["targets"]?.elements ?? [] {
            guard let target = target.text.flatMap({ objects[$0] }), Self.isApp(target) else {
                continue
            }
            let name = target["name"]?.text ?? "?"
            for own in files.settings(of: target) {
                let above = inherited.first { $0.name == own.name }
                let setting = BuildSettings(
                    own.levels + (above?.levels ?? []),
                    target: name,
                    configuration: own.name
                )
                found.append(
                    Configuration(
                        target: name,
                        name: own.name,
                        bundleIdentifier: setting["PRODUCT_BUNDLE_IDENTIFIER"],
                        deploymentTarget: setting["IPHONEOS_DEPLOYMENT_TARGET"],
                        entitlementsPath: setting["CODE_SIGN_ENTITLEMENTS"],
                        settings: setting,
                        missingFiles: own.missing + (above?.missing ?? [])
                    )
                )
            }
        }
        configurations = found
    }

    /// The merchants in the entitlements of a configuration: nil where there is no such file.
    func merchants(of configuration: Configuration) throws(UsageProblem) -> [String]? {
        guard let path = configuration.entitlementsPath else { return nil }
        let file = Self.file(path, in: folder)
        guard Files.exists(file) else { return nil }
        let bytes = try reporting(hint: "the project names it as its entitlements") {
            try Files.read(file, limit: 1_048_576)
        }
        guard let list = PropertyList(bytes), case .dictionary = list else {
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
        let found = try reporting(hint: wanted) {
            try Files.folders(in: trimmed).filter { $0.hasSuffix(".xcodeproj") }
        }
        guard let only = found.first, found.count == 1 else {
            throw UsageProblem(
                "\(trimmed): \(found.isEmpty ? "no" : "more than one") Xcode project is in it",
                hint: wanted
            )
        }
        return "\(only)/project.pbxproj"
    }

    /// A file of the project by the path that the project has.
    static func file(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func isApp(_ target: PropertyList) -> Bool {
        target["productType"]?.text == "com.apple.product-type.application"
    }
}

/// The settings of a project's objects, and the files that hold them.
private struct ProjectFiles {
    /// The settings of one configuration of the project or of a target: its own, and those of its file.
    struct Settings {
        let name: String
        let levels: [[String: String]]
        let missing: [String]
    }

    let folder: String
    let objects: PropertyList
    private static let deepestGroup = 64

    func settings(of object: PropertyList) -> [Settings] {
        let list = object["buildConfigurationList"]?.text.flatMap { objects[$0] }
        return (list?["buildConfigurations"]?.elements ?? []).compactMap { element in
            guard let configuration = element.text.flatMap({ objects[$0] }),
                case .dictionary(let own)? = configuration["buildSettings"]
            else { return nil }
            let file = path(ofFileOf: configuration).map {
                BuildSettingsFile(XcodeProject.file($0, in: folder))
            }
            return Settings(
                name: configuration["name"]?.text ?? "?",
                levels: [own.compactMapValues(\.text), file?.settings ?? [:]],
                missing: file?.missing ?? []
            )
        }
    }

    /// Xcode 16 names a file in a folder of the project by the folder and its path there.
    private func path(ofFileOf configuration: PropertyList) -> String? {
        if let reference = configuration["baseConfigurationReference"]?.text {
            return path(of: reference, depth: 0)
        }
        guard let anchor = configuration["baseConfigurationReferenceAnchor"]?.text,
            let relative = configuration["baseConfigurationReferenceRelativePath"]?.text
        else { return nil }
        return path(of: anchor, depth: 0).map { $0.isEmpty ? relative : "\($0)/\(relative)" }
    }

    /// The path of a file or a group in the project's folder; empty for that folder.
    private func path(of identifier: String, depth: Int) -> String? {
        guard depth < Self.deepestGroup, let object = objects[identifier] else { return nil }
        let own = object["path"]?.text
        guard object["sourceTree"]?.text == "<group>" else { return own ?? "" }
        guard case .dictionary(let all) = objects else { return nil }
        let group = all.first {
            $0.value["children"]?.elements?.contains(.text(identifier)) == true
        }
        let above = group.map { path(of: $0.key, depth: depth + 1) } ?? ""
        return above.map { [$0, own ?? ""].filter { !$0.isEmpty }.joined(separator: "/") }
    }
}
