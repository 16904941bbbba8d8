import CarillonScheduling

/// A descriptor that is being watched.
final class DescriptorWatch: Disposable, Sendable {
    private let core: QueueCore
    let tag: UInt64
    let descriptor: Int32
    let handler: @Sendable () -> Void

    init(core: QueueCore, tag: UInt64, descriptor: Int32, handler: @escaping @Sendable () -> Void) {
        self.core = core
        self.tag = tag
        self.descriptor = descriptor
        self.handler = handler
    }

    /// On the queue itself it ends before this returns. After `stop` it has ended already.
    func dispose() {
        if core.owner.isCurrent {
            core.unwatch(self)
        } else {
            _ = core.enqueue(.closure { [self] in core.unwatch(self) })
        }
    }
}
