import CarillonScheduling

/// The watch of a descriptor.
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

    /// Ends the watch. On the queue itself, the watch has ended when this method returns. After `stop` it has ended
    /// already.
    func dispose() {
        if core.owner.isCurrent {
            core.unwatch(self)
        } else {
            _ = core.enqueue(.closure { [self] in core.unwatch(self) })
        }
    }
}
