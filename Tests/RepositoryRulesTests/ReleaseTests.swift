import Foundation
import TestSupport
import Testing

/// A commit with a tag is a release: the tag, the program and the changelog name one version.
@Suite("A release")
struct ReleaseTests {
    private static func problems(_ tag: String?, _ changelog: String) -> [String] {
        let tree = SourceTree(Release.planting(changelog: changelog))
        return Release.violations(in: tree, tag: tag).map(\.path)
    }

    @Test func `has the tag of its version and a date`() {
        #expect(Self.problems("v0.1.0", "0.1.0, 2026-11-23") == [])
        #expect(Self.problems("v0.1.0", "0.1.0, unreleased") == ["CHANGELOG.md"])
        #expect(
            Self.problems("v0.2.0", "0.1.0, 2026-11-23") == ["Sources/Tools/quince/Quince.swift"]
        )
    }

    @Test func `is what this commit is, if it has a tag`() {
        let command = "git -c safe.directory='*' tag --points-at HEAD --list 'v[0-9]*'"
        let tags = Shell.output(of: command, in: Repository.root).split(separator: "\n")
        for tag in tags {
            let violations = Release.violations(in: .checkout, tag: String(tag))
            #expect(violations.isEmpty, "\(violations)")
        }
    }
}
