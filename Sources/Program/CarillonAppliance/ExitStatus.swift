import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonOutlet
import CarillonRealTime
import CarillonSession

/// A failure that the user cannot correct by other arguments or files.
package protocol SystemFailure: Error {}

/// The exit status of a program, and of a command of the tool, that ends with an error: the rule of Documentation/Tool.md.
package enum ExitStatus {
    /// Returns 1 for a failure of the system, 2 for an error that the user can correct.
    package static func of(_ error: any Error) -> Int32 { isFailureOfSystem(error) ? 1 : 2 }

    private static func isFailureOfSystem(_ error: any Error) -> Bool {
        switch error {
        case let error as any OutletError: error.isFailureOfSystem
        case let error as AudioOutputError: isFailureOfSystem(error)
        case let error as SpeechError: isFailureOfSystem(error)
        case is any SystemFailure, is SessionDivergence, is RealTimeError, is ServiceError, is StandardInput.Failure,
            SVGFileError.unwritten, GPIOError.system, BusError.system, BusError.line(.system), SoundError.unreadable:
            true
        default: false
        }
    }

    private static func isFailureOfSystem(_ error: AudioOutputError) -> Bool {
        switch error {
        case .unusable, .lost, .cannotWrite, .endedEarly, .renameFailed: true
        case .invalidName, .noSoundCard, .noSuchDevice, .busy, .noPermission, .noSuchControl, .notWAV, .noFolder,
            .wouldOverwrite, .notAFile, .notWritable:
            false
        }
    }

    private static func isFailureOfSystem(_ error: SpeechError) -> Bool {
        switch error {
        case .notInstalled, .invalidVoice, .unknownVoice, .tooLong, .tooManyCharacters: false
        case .notStarted, .ended, .tooSlow, .notASound, .notConvertible, .tooManyWaiting, .refused: true
        }
    }
}
