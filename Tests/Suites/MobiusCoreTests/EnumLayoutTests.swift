import TestSupport
import Testing

@testable import MobiusCore

/// Compares the metadata that `EnumType` reads by offsets with `MemoryLayout` and with reflection.
@Suite struct EnumLayoutTests {
    private enum Shape: Sendable {
        case empty
        case size(Int)
        case name(String)
        indirect case inside(Double)
        case unknown
        case named(name: String, Int8)
    }

    private static let cause: Comment =
        "EnumType.swift reads Swift's metadata by offsets, and the layout of this compiler differs; see record 0089"

    /// A value of each case: those with a payload, then those without.
    private let shapes = [Shape.size(7), .name("a"), .inside(1.5), .named(name: "b", 2), .empty, .unknown]

    private func payload(of shape: Shape) -> Any? { Mirror(reflecting: shape).children.first?.value }

    @Test func kindsOfTypesMatchReflection() throws {
        let values: [Any] = [Shape.empty, Int?.some(1) as Any, (1, "a"), 1, "a", [1]]
        for value in values {
            let kind: UInt? =
                switch Mirror(reflecting: value).displayStyle {
                case .enum: MetadataKind.enum
                case .optional: MetadataKind.optional
                case .tuple: MetadataKind.tuple
                default: nil
                }
            let type = type(of: value)
            let known = [MetadataKind.enum, MetadataKind.optional, MetadataKind.tuple]
            let found = known.first { $0 == MetadataKind.of(type) }
            try #require(found == kind, Self.cause)
        }
        expectEqual(MetadataKind.of((() -> Void).self), MetadataKind.function, Self.cause)
        expectEqual(MetadataKind.of(Int.Type.self), MetadataKind.metatype, Self.cause)
    }

    @Test func functionsInTuplesAndOptionalsAreFound() {
        let plain: [Any.Type] = [(Int, String).self, Int?.self, (Int?, (UInt8, Double)).self]
        let others: [Any.Type] = [(Int, () -> Void).self, (() -> Void)?.self, (Int8, Int.Type?).self]
        for type in plain { #expect(!hasAnotherFormInGenericCode(type), Self.cause) }
        for type in others { #expect(hasAnotherFormInGenericCode(type), Self.cause) }
    }

    /// Each step checks what the next one depends on, so that the test fails before it follows a wrong pointer.
    @Test func casesAndPayloadsMatchReflection() throws {
        let type = try #require(EnumType(Shape.self), Self.cause)
        let word = MemoryLayout<Int>.size
        let table = type.metadata.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
        let width = table.load(fromByteOffset: 8 * word, as: Int.self)
        try #require(width == MemoryLayout<Shape>.size, Self.cause)
        let stride = table.load(fromByteOffset: 9 * word, as: Int.self)
        try #require(stride == MemoryLayout<Shape>.stride, Self.cause)
        let flags = table.load(fromByteOffset: 10 * word, as: UInt32.self)
        try #require(Int(flags & 0xff) == MemoryLayout<Shape>.alignment - 1, Self.cause)
        try #require(type.witnesses != nil, Self.cause)

        let payloads = shapes.compactMap(payload)
        try #require(type.payloadCaseCount == payloads.count, Self.cause)
        try #require(!type.isUninhabited && EnumType(Never.self)?.isUninhabited == true, Self.cause)
        for (tag, shape) in shapes.enumerated() { try #require(type.tag(of: shape) == tag, Self.cause) }

        for (tag, payload) in payloads.enumerated() {
            let cases = type.cases(withPayload: Swift.type(of: payload))
            try #require(cases.map(\.tag) == [UInt32(tag)], Self.cause)
            let isIndirect = if case .inside = shapes[tag] { true } else { false }
            try #require(cases[0].isIndirect == isIndirect, Self.cause)
        }
        let size = try CaseExtractor(Shape.size)
        try #require(size.payload(of: shapes[0]) == payloads[0] as? Int, Self.cause)
        let name = try CaseExtractor(Shape.name)
        try #require(name.payload(of: shapes[1]) == payloads[1] as? String, Self.cause)
        let inside = try CaseExtractor(Shape.inside)
        try #require(inside.payload(of: shapes[2]) == payloads[2] as? Double, Self.cause)
    }
}
