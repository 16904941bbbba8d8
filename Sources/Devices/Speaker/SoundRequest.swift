import CarillonAudio
import CarillonScheduling
import MobiusCore

/// A sound that was asked for by a name at run time: it is being loaded, and then sounds.
final class SoundRequest: Disposable, Sendable {
    private enum State {
        case loading
        case sounding(Voice)
        case stopped
    }

    let name: SoundName
    private let state = Locked(State.loading)

    init(_ name: SoundName) { self.name = name }

    var isStopped: Bool { state.withLock { if case .stopped = $0 { true } else { false } } }

    /// Notes the voice, and stops it if it should not have started.
    func started(_ voice: Voice) {
        let isStopped = state.withLock { state in
            if case .stopped = state { return true }
            state = .sounding(voice)
            return false
        }
        if isStopped { voice.stop() }
    }

    func stop(fade: Duration) {
        let voice: Voice? = state.withLock { state in
            defer { state = .stopped }
            return if case .sounding(let voice) = state { voice } else { nil }
        }
        voice?.stop(fade: fade)
    }

    func dispose() { stop(fade: .zero) }
}
