import CLibrary

/// A program or a library that turns text into sound.
package protocol SpeechSynthesizer: Sendable {
    /// Begins to speak, and returns at once. The work goes on until `samples` is complete, has failed or is cancelled.
    func speak(_ utterance: Utterance, into samples: SpokenSamples)
}

/// The synthesizer of a simulated board: silence of the duration that the text would take.
package struct SimulatedSpeech: SpeechSynthesizer {
    package init() {}

    package func speak(_ utterance: Utterance, into samples: SpokenSamples) {
        let frames = samples.format.frames(in: min(utterance.estimatedDuration, SpokenSamples.longest))
        samples.write { room in
            room.prefix(frames * samples.format.channels).update(repeating: 0)
            return frames
        }
        samples.complete()
    }
}
