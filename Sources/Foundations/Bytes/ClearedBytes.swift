internal import Glibc

extension [UInt8] {
    /// Overwrites the bytes with zeros, in a way that the compiler does not leave out.
    ///
    /// Other arrays that share the storage keep their bytes in a copy, so there should be none.
    public mutating func clear() {
        unsafe withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            unsafe explicit_bzero(start, buffer.count)
        }
    }
}
