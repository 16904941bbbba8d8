/// The runtime metadata of an enum type: the case of a value, and the payload types of the cases.
///
/// The layout is that of Swift's ABI (`docs/ABI/TypeMetadata.rst` and `include/swift/ABI/ValueWitness.def` in the Swift
/// repository), which has not changed since Swift 5.
@frozen @usableFromInline
struct EnumType: @unchecked Sendable {
    // Unchecked Sendable: the pointers refer to constants of the program.
    @usableFromInline typealias TagFunction = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    @usableFromInline typealias ProjectFunction = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    @usableFromInline let metadata: UnsafeRawPointer
    /// The value witnesses of an enum. nil for a type with a single case, which may share those of its payload.
    @usableFromInline let witnesses: (tag: TagFunction, project: ProjectFunction)?

    /// A case: its number in the type, and the storage of its payload.
    @frozen @usableFromInline
    struct Case: Sendable {
        @usableFromInline let tag: UInt32
        /// Whether the payload is stored in a box.
        @usableFromInline let isIndirect: Bool

        @inlinable
        init(tag: UInt32, isIndirect: Bool) {
            self.tag = tag
            self.isIndirect = isIndirect
        }
    }

    /// - Returns: `nil` if `type` is not an enum.
    @usableFromInline
    init?(_ type: Any.Type) {
        let kind = MetadataKind.of(type)
        guard kind == MetadataKind.enum || kind == MetadataKind.optional else { return nil }
        metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        // Eight functions, the size, the stride, the flags, a 32-bit word, and the witnesses of an enum.
        let word = MemoryLayout<Int>.size
        let table = metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
        let isEnum = table.load(fromByteOffset: 10 * word, as: UInt32.self) & 0x20_0000 != 0
        func witness(_ index: Int) -> UnsafeRawPointer {
            table.load(fromByteOffset: (10 + index) * word + 8, as: UnsafeRawPointer.self)
        }
        witnesses =
            isEnum
            ? (unsafeBitCast(witness(0), to: TagFunction.self), unsafeBitCast(witness(1), to: ProjectFunction.self))
            : nil
    }

    /// Returns the number of a value's case. Cases with a payload come first, then those without, each in the order of
    /// declaration.
    ///
    /// - Parameter value: A value of this type.
    @inlinable
    func tag(of value: UnsafeRawPointer) -> UInt32 { witnesses?.tag(value, metadata) ?? 0 }

    /// Turns a value, in field, into the payload of its case.
    ///
    /// - Parameter value: A value of this type. After the call it is the payload, or the box that contains the payload.
    @inlinable
    func projectPayload(of value: UnsafeMutableRawPointer) { witnesses?.project(value, metadata) }

    /// Returns the cases that have a payload of type `payload`, regardless of its labels.
    @usableFromInline
    func cases(withPayload payload: Any.Type) -> [Case] {
        guard let fields else { return [] }
        return (0..<payloadCaseCount).compactMap { index in
            let record = fields.advanced(by: 16 + index * 12)
            guard let type = payloadType(record), isSame(type, as: payload) else { return nil }
            return Case(tag: UInt32(index), isIndirect: record.load(as: UInt32.self) & 1 != 0)
        }
    }

    /// The number of cases that have a payload of a size other than 0.
    @usableFromInline var payloadCaseCount: Int {
        Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
    }

    /// Whether the type has no values.
    @usableFromInline var isUninhabited: Bool {
        payloadCaseCount == 0 && descriptor.load(fromByteOffset: 24, as: UInt32.self) == 0
    }

    private var descriptor: UnsafeRawPointer {
        metadata.load(fromByteOffset: MemoryLayout<Int>.size, as: UnsafeRawPointer.self)
    }

    private var fields: UnsafeRawPointer? {
        descriptor.relative(at: 16)
    }

    private func payloadType(_ record: UnsafeRawPointer) -> Any.Type? {
        guard let name = record.relative(at: 4) else { return nil }
        return _getTypeByMangledNameInContext(
            name.assumingMemoryBound(to: UInt8.self), UInt(mangledNameLength(name)), genericContext: descriptor,
            genericArguments: metadata.advanced(by: 2 * MemoryLayout<Int>.size))
    }
}

/// The first word of a type's metadata.
enum MetadataKind {
    static var `enum`: UInt { 0x201 }
    static var optional: UInt { 0x202 }
    static var tuple: UInt { 0x301 }
    static var function: UInt { 0x302 }
    static var metatype: UInt { 0x304 }

    static func of(_ type: Any.Type) -> UInt {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
    }
}

/// Returns the types of a tuple's elements.
private func elements(_ tuple: Any.Type) -> [Any.Type] {
    let metadata = unsafeBitCast(tuple, to: UnsafeRawPointer.self)
    let word = MemoryLayout<Int>.size
    return (0..<metadata.load(fromByteOffset: word, as: Int.self)).map { index in
        metadata.load(fromByteOffset: (3 + 2 * index) * word, as: Any.Type.self)
    }
}

/// Returns whether values of `type` have another representation in generic code. This applies to functions, metatypes,
/// and tuples and optionals that contain them.
func hasAnotherFormInGenericCode(_ type: Any.Type) -> Bool {
    switch MetadataKind.of(type) {
    case MetadataKind.function, MetadataKind.metatype:
        return true
    case MetadataKind.tuple:
        return elements(type).contains(where: hasAnotherFormInGenericCode)
    case MetadataKind.optional:
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        return hasAnotherFormInGenericCode(metadata.load(fromByteOffset: 2 * MemoryLayout<Int>.size, as: Any.Type.self))
    default:
        return false
    }
}

/// Returns whether the constructor of a case declared with a payload of type `declared` takes a `payload`: the types
/// are equal except for labels. A single value with a label is declared as a tuple of one element.
private func isSame(_ declared: Any.Type, as payload: Any.Type) -> Bool {
    if declared == payload { return true }
    guard MetadataKind.of(declared) == MetadataKind.tuple else { return false }
    let parts = elements(declared)
    if parts.count == 1 { return isSame(parts[0], as: payload) }
    guard MetadataKind.of(payload) == MetadataKind.tuple else { return false }
    let others = elements(payload)
    return parts.count == others.count && zip(parts, others).allSatisfy(isSame)
}

/// Returns the length of a mangled name, which may contain pointers. A byte from 0x01 to 0x17 is followed by 4 bytes, a
/// byte from 0x18 to 0x1F by a word.
private func mangledNameLength(_ name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
        switch name.load(fromByteOffset: length, as: UInt8.self) {
        case 0: return length
        case 0x01...0x17: length += 1 + 4
        case 0x18...0x1F: length += 1 + MemoryLayout<Int>.size
        default: length += 1
        }
    }
}

extension UnsafeRawPointer {
    /// Returns the target of the 32-bit relative pointer at `offset`; `nil` for a null pointer.
    fileprivate func relative(at offset: Int) -> UnsafeRawPointer? {
        let field = advanced(by: offset)
        let distance = field.load(as: Int32.self)
        return distance == 0 ? nil : field.advanced(by: Int(distance))
    }
}
