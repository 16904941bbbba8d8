#if canImport(FoundationEssentials)
    import struct FoundationEssentials.UUID
#else
    import struct Foundation.UUID
#endif

/// The identity of a view in its controller: the bits of a UUID.
///
/// A program that does not use UUIDs must not load the library that defines `UUID`, because it takes 2 MB of memory. So
/// this type creates the bits itself, and only the text of an error calls a function of `UUID`.
struct ViewID: Equatable {
    private let bits: (UInt64, UInt64)

    init() {
        bits = (.random(in: .min ... .max), .random(in: .min ... .max))
    }

    // Unsafe for the compiler only, here and in `uuid`: both types are 128 bits without further structure.
    init(_ uuid: UUID) {
        bits = unsafeBitCast(uuid, to: (UInt64, UInt64).self)
    }

    var uuid: UUID { unsafeBitCast(bits, to: UUID.self) }

    static func == (one: ViewID, other: ViewID) -> Bool { one.bits == other.bits }
}
