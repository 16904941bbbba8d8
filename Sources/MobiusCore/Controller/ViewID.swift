#if canImport(FoundationEssentials)
    import struct FoundationEssentials.UUID
#else
    import struct Foundation.UUID
#endif

/// What a controller knows a view by: the bits of the UUID that it gives out.
///
/// A program that asks for no UUID is to do without the library that UUID is of, which takes 2 MB of memory. So the bits
/// are made here, and only the way into an error's text calls a function of UUID's.
struct ViewID: Equatable {
    private let bits: (UInt64, UInt64)

    init() {
        bits = (.random(in: .min ... .max), .random(in: .min ... .max))
    }

    // Unsafe for the compiler only, as is the way back: both types are 128 bits that mean nothing else.
    init(_ uuid: UUID) {
        bits = unsafeBitCast(uuid, to: (UInt64, UInt64).self)
    }

    var uuid: UUID { unsafeBitCast(bits, to: UUID.self) }

    static func == (one: ViewID, other: ViewID) -> Bool { one.bits == other.bits }
}
