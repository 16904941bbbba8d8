import CLibrary
import CarillonBoard
import CarillonDevices
import MobiusCore

// What programs use of Apple's AudioToolbox, which AVFoundation brings with it, so that a program that rings runs on a
// board with `import Carillon` in place of `import AVFoundation`.

/// The number of a sound, as on an iPhone; `SystemSounds` tells which sound of ours it is.
public typealias SystemSoundID = UInt32

// Apple's names, which are not ours to change.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The number that lets a telephone vibrate. A board has no motor: it is the alert sound.
public let kSystemSoundID_Vibrate: SystemSoundID = 4_095

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Plays an alert on the loudspeaker of the board that the program runs on, beside what sounds already.
///
///     AudioServicesPlayAlertSound(SystemSoundID(1322))
///
/// The numbers of iOS's own sounds play what means the same among ours, all others `alert`. May be called from any
/// thread, after `Board.run` has opened the board; before that, and where the sound is missing, standard error says what
/// is wrong. The first call for a number loads its sound; to have it loaded beforehand, use
/// `board.speaker.play(.alert)`.
///
/// - Parameter inSystemSoundID: The number, as on an iPhone.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
    play(inSystemSoundID, for: "AudioServicesPlayAlertSound", notice: writeNotice)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Plays a system sound: here the same as ``AudioServicesPlayAlertSound(_:)``, which only on a telephone vibrates, too.
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
        let sound: PlaySound<Never> = try board.speaker.play(SystemSounds.name(of: id))
        _ = sound.handle((), EffectCallback(onSend: { _ in }, onEnd: {}))
    } catch {
        notice("\(function)(\(id)) plays nothing: \(error)")
    }
}

private func writeNotice(_ text: String) {
    var line = "carillon: \(text)\n"
    _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
