/// The system's metadata of a file. If two versions are equal, the file was not written in between.
///
/// A file that is written twice in place within one tick of the file system's clock, with the same
/// length, looks unchanged after the second time. A file that is replaced never does.
public struct FileVersion: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
    let mode: UInt32
    let size: Int64
    let modified: [Int64]
    let changed: [Int64]
}
