internal import CPKCS11

/// A PKCS #11 attribute template in C form, by which objects are found and created.
@safe
final class AttributeTemplate {
    enum Attribute {
        case number(CK_ATTRIBUTE_TYPE, UInt)
        case flag(CK_ATTRIBUTE_TYPE, Bool)
        case bytes(CK_ATTRIBUTE_TYPE, [UInt8])
    }

    private let attributes: UnsafeMutableBufferPointer<CK_ATTRIBUTE>

    init(_ list: [Attribute]) {
        unsafe attributes = .allocate(capacity: list.count)
        for (index, attribute) in list.enumerated() {
            let (type, value) = Self.parts(attribute)
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: value.count)
            _ = unsafe copy.initialize(from: value)
            unsafe attributes.initializeElement(
                at: index,
                to: CK_ATTRIBUTE(
                    type: type,
                    pValue: UnsafeMutableRawPointer(copy.baseAddress),
                    ulValueLen: UInt(value.count)
                )
            )
        }
    }

    deinit {
        for index in unsafe attributes.indices { unsafe attributes[index].pValue?.deallocate() }
        unsafe attributes.deallocate()
    }

    /// Passes the attributes and their number to a closure.
    func lend<Result>(_ body: (UnsafeMutablePointer<CK_ATTRIBUTE>?, UInt) -> Result) -> Result {
        unsafe body(attributes.baseAddress, UInt(attributes.count))
    }

    private static func parts(_ attribute: Attribute) -> (CK_ATTRIBUTE_TYPE, [UInt8]) {
        switch attribute {
        case .number(let type, let number):
            var number = number
            return (type, unsafe withUnsafeBytes(of: &number) { unsafe Array($0) })
        case .flag(let type, let isSet): return (type, [isSet ? 1 : 0])
        case .bytes(let type, let bytes): return (type, bytes)
        }
    }
}
