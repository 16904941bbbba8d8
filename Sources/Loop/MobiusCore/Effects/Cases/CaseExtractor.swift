import Synchronization

/// Extracts the payload from values of one enum case, given by its constructor.
///
/// The type of the payload usually identifies the case. If several cases have payloads of the same type, the first
/// effect that has one of these cases identifies it: the constructor is called with the payload of the effect, and the
/// result has the constructor's own case.
@usableFromInline
final class CaseExtractor<Root, Payload>: Sendable {
    private let constructor: @Sendable (Payload) -> Root
    @usableFromInline let type: EnumType
    /// The cases that the constructor may belong to.
    @usableFromInline let candidates: [EnumType.Case]
    /// The index of the constructor's case in `candidates`; -1 while it is unknown.
    @usableFromInline let known: Atomic<Int>

    /// - Throws: `CaseMisuse` if the type is not an enum, no case has such a payload, or the payload cannot be
    ///   extracted.
    @usableFromInline
    init(_ constructor: @escaping @Sendable (Payload) -> Root) throws(CaseMisuse) {
        guard let type = EnumType(Root.self) else { throw .noEnum(Root.self) }
        guard !hasAnotherFormInGenericCode(Payload.self) else {
            throw .unreadablePayload(Root.self, Payload.self)
        }
        self.constructor = constructor
        self.type = type
        if MemoryLayout<Payload>.size == 0 {
            let isUninhabited = EnumType(Payload.self)?.isUninhabited ?? false
            candidates =
                isUninhabited ? [] : [.init(tag: type.tag(of: constructor(Self.emptyPayload)), isIndirect: false)]
        } else {
            candidates = type.cases(withPayload: Payload.self)
            if candidates.isEmpty { throw .noCase(Root.self, Payload.self) }
        }
        known = Atomic(candidates.count == 1 ? 0 : -1)
    }

    /// Returns the payload of `value`; `nil` if it has another case.
    @inlinable
    func payload(of value: Root) -> Payload? {
        let tag = type.tag(of: value)
        let known = known.load(ordering: .relaxed)
        guard known >= 0 else { return find(tag, in: value) }
        let wanted = candidates[known]
        return tag == wanted.tag ? payload(of: value, as: wanted) : nil
    }

    @usableFromInline
    func find(_ tag: UInt32, in value: Root) -> Payload? {
        guard let candidate = candidates.first(where: { $0.tag == tag }) else { return nil }
        let payload = payload(of: value, as: candidate)
        let ownTag = type.tag(of: constructor(payload))
        if let own = candidates.firstIndex(where: { $0.tag == ownTag }) { known.store(own, ordering: .relaxed) }
        return tag == ownTag ? payload : nil
    }

    @inlinable
    func payload(of value: Root, as knownCase: EnumType.Case) -> Payload {
        guard MemoryLayout<Payload>.size > 0 else { return Self.emptyPayload }
        return withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { copy in
            copy.initializeElement(at: 0, to: value)
            let storage = UnsafeMutableRawPointer(copy.baseAddress!)
            type.projectPayload(of: storage)
            guard knownCase.isIndirect else { return storage.assumingMemoryBound(to: Payload.self).move() }
            let box = storage.load(as: UnsafeRawPointer.self)
            defer { Unmanaged<AnyObject>.fromOpaque(box).release() }
            let header = 2 * MemoryLayout<Int>.size
            let alignmentMask = MemoryLayout<Payload>.alignment - 1
            return box.load(fromByteOffset: (header + alignmentMask) & ~alignmentMask, as: Payload.self)
        }
    }

    /// A payload of size 0. It needs no source to be created from.
    @inlinable static var emptyPayload: Payload {
        withUnsafeTemporaryAllocation(byteCount: 1, alignment: MemoryLayout<Payload>.alignment) { nothing in
            nothing.baseAddress!.load(as: Payload.self)
        }
    }
}

extension EnumType {
    @inlinable
    func tag<Root>(of value: Root) -> UInt32 {
        withUnsafePointer(to: value) { value in tag(of: UnsafeRawPointer(value)) }
    }
}

/// The reasons why a case cannot be routed.
///
/// They hold types, not names: where a program inlines this code, the optimiser of Swift 6.0 replaces `"\(Effect.self)"` by the
/// compiler's name for a private type, `(Effect in _F8051D0D5EEE28DD59472C416DAF81D0)`.
@usableFromInline
enum CaseMisuse: Error, CustomStringConvertible {
    case noEnum(Any.Type)
    case noCase(Any.Type, Any.Type)
    case unreadablePayload(Any.Type, Any.Type)
    case payloadMissing(Any.Type, String)

    @usableFromInline var description: String {
        switch self {
        case .noEnum(let effect):
            "cannot route a case of \(effect), which is not an enum; use routeEffects(withParameters:)"
        case .noCase(let effect, let payload):
            "cannot route a case of \(effect): no case has the payload \(payload); use routeEffects(withParameters:)"
        case .unreadablePayload(let effect, let payload):
            "cannot extract a function or a metatype, \(payload), from a case of \(effect); use routeEffects(withParameters:)"
        case .payloadMissing(let effect, let value):
            """
            cannot compare \(value), which has a payload, with other effects, because \(effect) is not Equatable; make it \
            Equatable, or pass the case without its payload to routeCase
            """
        }
    }
}
