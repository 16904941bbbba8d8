import CarillonAudio
import CarillonDevices

/// The sound of a board: what plays it, and where it comes from and goes. The defaults are those of a simulated board.
package struct BoardAudio: Sendable {
    /// The audio engine that plays the sounds.
    package let engine: AudioEngine
    /// Finds and loads a sound.
    package let load: @Sendable (SoundName, AudioEngine) throws -> Sound
    /// Carries out the loading of sounds that are named at run time; the default is a thread of its own.
    package var loading: SoundLoading = Speaker.inBackground
    /// The tracks that the player plays.
    package var tracks: any TrackStore = SimulatedTracks()
    /// Turns the texts of the loudspeaker into sound.
    package var synthesizer: any SpeechSynthesizer = SimulatedSpeech()
    /// The microphones; nil for those of a simulated chip, or for silence.
    package var microphones: (any AudioInputs)?
    /// Takes the recordings of microphones.
    package var recordings: any RecordingStore = SimulatedRecordings()

    package init(_ engine: AudioEngine, load: @escaping @Sendable (SoundName, AudioEngine) throws -> Sound) {
        (self.engine, self.load) = (engine, load)
    }
}
