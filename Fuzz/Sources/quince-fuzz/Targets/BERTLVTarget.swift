internal import ASN1
internal import Bytes

extension FuzzTarget {
    /// Objects that are read, written and read again are the same.
    static let berTLV = FuzzTarget(
        "ber-tlv",
        seeds: {
            [
                [0x9f, 0x02, 6, 0, 0, 0, 0, 0x10, 0x75, 0, 0x77, 5, 0x5f, 0x2a, 2, 8, 0x40],
                [0x70, 0x81, 9, 0xe1, 7, 0xdf, 0x81, 4, 0x82, 0, 1, 0xaa, 0x5a, 0],
            ]
        }
    ) { input in
        let bytes = Secret(copying: input)
        guard let read = try? DataObjects(bytes) else { return }
        require(read.bytes == bytes, "the bytes were changed")
        let text = written(read.objects)
        require(text.count <= input.count, "more is read than is there")
        let again = (try? DataObjects(Secret(copying: text))).map { written($0.objects) }
        require(again == text, "what was read and written is not read again")
        let tag = read.objects.first?.tag ?? DataObjectTag(0x9f02)
        let isFound = !read.everyObject(tagged: tag).isEmpty
        require(isFound != read.objects.isEmpty, "an object is not found by its tag")
    }

    /// The objects in their shortest form.
    private static func written(_ objects: [DataObject]) -> [UInt8] {
        objects.flatMap { object in
            let value =
                object.tag.isTemplate
                ? written(object.objects) : object.withValue { [UInt8](copying: $0) }
            let number = object.tag.number
            let tag = [16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
            return tag.drop { $0 == 0 } + length(value.count) + value
        }
    }

    private static func length(_ count: Int) -> [UInt8] {
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }.drop { $0 == 0 }
        return count < 0x80 ? [UInt8(count)] : [0x80 | UInt8(bytes.count)] + bytes
    }
}
