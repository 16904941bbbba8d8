import Synchronization

/// The callback through which an ``EffectHandler`` sends events and ends the effect.
///
/// May be used from any thread. No lock is held while an event is sent.
public final class EffectCallback<Output> {
    private let onSend: @Sendable (Output) -> Void
    private let onEnd: @Sendable () -> Void
    private let isEnded = Atomic(false)

    /// Creates a callback for one effect.
    ///
    /// - Parameters:
    ///   - onSend: Called with each output, on the thread that sends it.
    ///   - onEnd: Called once, on the thread that ends the effect.
    public init(onSend: @escaping @Sendable (Output) -> Void, onEnd: @escaping @Sendable () -> Void) {
        self.onSend = onSend
        self.onEnd = onEnd
    }

    /// Ends a callback after its last reference has been released, because nothing more can be sent through it. A loop
    /// holds the callbacks of its effects until they have ended.
    deinit {
        end()
    }

    /// Whether the callback takes no more outputs, because the effect or the loop has ended.
    public var ended: Bool {
        isEnded.load(ordering: .acquiring)
    }

    /// Sends `output`, unless the callback has ended.
    public func send(_ output: Output) {
        guard !ended else { return }
        onSend(output)
    }

    /// Ends the effect: later outputs are ignored. Calling it a second time has no effect.
    public func end() {
        guard !isEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        onEnd()
    }

    /// Sends `outputs`, in this order, and ends the effect.
    public func end(with outputs: Output...) {
        end(with: outputs)
    }

    /// Sends `outputs`, in this order, and ends the effect.
    public func end(with outputs: [Output]) {
        for output in outputs { send(output) }
        end()
    }
}

extension EffectCallback: Sendable where Output: Sendable {}
