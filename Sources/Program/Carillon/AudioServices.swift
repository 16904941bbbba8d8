import CLibrary
import CarillonBoard
import CarillonDevices
import MobiusCore

// The functions of Apple's AudioToolbox, which AVFoundation includes, that programs use for sounds. The module AVFoundation of
// this package has them under Apple's import, on Linux.

/// The number of a sound, as on an iPhone. `SystemSounds` maps it to a sound of Carillon.
public typealias SystemSoundID = UInt32

// The names are Apple's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The number that makes a telephone vibrate. A board has no vibration motor and plays the alert sound.
public let kSystemSoundID_Vibrate: SystemSoundID = 4_095

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Plays an alert on the loudspeaker of the board that the program runs on, mixed with the sounds that are playing.
///
///     AudioServicesPlayAlertSound(SystemSoundID(1322))
///
/// The number of a known iOS sound plays the sound of Carillon with the same meaning. Every other number plays `alert`. May
/// be called from any thread after `Board.run` has opened the board. Without a board or the sound's file, the call writes
/// the error to standard error. The first call for a number loads its sound; to load it beforehand, use
/// `board.speaker.handler(.alert)`.
///
/// - Parameter inSystemSoundID: The number, as on an iPhone.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    play(inSystemSoundID, for: "AudioServicesPlayAlertSound", notice: writeNotice)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Plays a system sound, like ``AudioServicesPlayAlertSound(_:)``. The two functions differ only on a telephone, where
/// the alert also vibrates.
///
/// - Parameter inSystemSoundID: The number, as on an iPhone.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
    play(inSystemSoundID, for: "AudioServicesPlaySystemSound", notice: writeNotice)
}

func play(_ id: SystemSoundID, for function: String, notice: (String) -> Void) {
    guard let board = CurrentBoard.board else {
        return notice(
            "\(function)(\(id)) plays nothing: no board is open; call it in an application that Board.run runs")
    }
    do {
        let sound: AnyEffectHandler<Void, Never> = try board.speaker.handler(SystemSounds.name(of: id))
        _ = sound.handle((), EffectCallback(onSend: { _ in }, onEnd: {}))
    } catch {
        notice("\(function)(\(id)) plays nothing: \(error)")
    }
}

private func writeNotice(_ text: String) { writeStandardError("carillon: \(text)\n") }
