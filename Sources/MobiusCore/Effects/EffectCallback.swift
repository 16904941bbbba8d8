import Synchronization

/// What an ``EffectHandler`` sends its events to, until the effect is done.
///
/// May be used from any thread. No lock is held while an event is sent.
public final class EffectCallback<Output> {
    private let onSend: @Sendable (Output) -> Void
    private let onEnd: @Sendable () -> Void
    private let isEnded = Atomic(false)

    /// - Parameters:
    ///   - onSend: Called with each output, on the thread that sends it.
    ///   - onEnd: Called once, on the thread that ends the effect.
    public init(onSend: @escaping @Sendable (Output) -> Void, onEnd: @escaping @Sendable () -> Void) {
        self.onSend = onSend
        self.onEnd = onEnd
    }

    /// Ends a callback that nobody holds any more: nothing can be sent to it. A loop holds the callbacks of its effects
    /// until they are ended.
    deinit {
        end()
    }

    /// Whether the effect is done, or the loop has ended.
    public var ended: Bool {
        isEnded.load(ordering: .acquiring)
    }

    /// Sends `output`, unless the callback was ended.
    public func send(_ output: Output) {
        guard !ended else { return }
        onSend(output)
    }

    /// Says that the effect is done: nothing is sent after. Ending a second time has no effect.
    public func end() {
        guard !isEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onEnd()
    }

    /// Sends `outputs`, in this order, and says that the effect is done.
    public func end(with outputs: Output...) {
        end(with: outputs)
    }

    /// Sends `outputs`, in this order, and says that the effect is done.
    public func end(with outputs: [Output]) {
        for output in outputs { send(output) }
        end()
    }
}

extension EffectCallback: Sendable where Output: Sendable {}
