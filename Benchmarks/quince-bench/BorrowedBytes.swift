internal import CTokenFloor

/// Passes bytes to C for the duration of a call.
func lending<Result>(_ runs: [UInt8]..., to body: ([floor_bytes]) -> Result) -> Result {
    unsafe lending(runs[...], after: [], to: body)
}

private func lending<Result>(
    _ runs: ArraySlice<[UInt8]>,
    after lent: [floor_bytes],
    to body: ([floor_bytes]) -> Result
) -> Result {
    guard let run = runs.first else { return unsafe body(lent) }
    return unsafe run.withUnsafeBufferPointer {
        let bytes = unsafe floor_bytes(bytes: $0.baseAddress, count: $0.count)
        return unsafe lending(runs.dropFirst(), after: lent + [bytes], to: body)
    }
}

extension [UInt8] {
    init(_ bytes: floor_bytes) {
        unsafe self.init(UnsafeBufferPointer(start: bytes.bytes, count: bytes.count))
    }
}
