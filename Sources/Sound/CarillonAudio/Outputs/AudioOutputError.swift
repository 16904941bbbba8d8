import CLibrary

/// The reason why an output could not be opened, or had to stop. The description is one line: what happened, with which
/// device, and what to do.
public enum AudioOutputError: Error, Equatable {
    /// The name of a device is empty, or is `file:` without a path.
    case invalidName(String)

    /// The machine has no sound card that can play.
    case noSoundCard(device: String)
    /// ALSA has no such device. `available` lists the devices that can play.
    case noSuchDevice(device: String, available: [PlaybackDevice])
    /// Other programs use the device. `owners` is empty if they cannot be determined.
    case busy(device: String, owners: [PlaybackOwner])
    /// The user may not open the device. Members of the user group `group` may.
    case noPermission(device: String, group: String)
    /// The device cannot play the mixer's format, or ALSA cannot use it; `reason` is ALSA's message.
    case unusable(device: String, reason: String)
    /// The card has no volume control of this name. `available` lists the controls of the card.
    case noSuchControl(device: String, control: String, available: [String])
    /// The device stopped working while it played, usually because it was unplugged. `reason` is ALSA's message.
    case lost(device: String, reason: String)

    /// The file's name does not end in `.wav`.
    case notWAV(file: String)
    /// The folder of the file does not exist.
    case noFolder(file: String, folder: String)
    /// A file of this name exists, and Carillon has not written it. The file is not overwritten.
    case wouldOverwrite(file: String)
    /// The path leads to a directory, a device or a pipe, or is a broken link.
    case notAFile(file: String)
    /// This user may not write the file or its folder.
    case notWritable(file: String)
    /// The system or libsndfile could not write the file.
    case cannotWrite(file: String, reason: String)
    /// Writing stopped early, for example because the disk is full. The file contains the recording until then, without its
    /// last milliseconds.
    case endedEarly(file: String, reason: String)
    /// The recording could not be renamed to its final name, and is kept under another name.
    case renameFailed(file: String, keptAs: String, reason: String)
}

extension AudioOutputError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidName(let name):
            "invalid sound device \"\(name)\"; use none, file:PATH.wav, or the name of an ALSA device"
        case .noSoundCard(let device):
            "cannot open sound device \"\(device)\": no sound card; use none or file:PATH.wav"
        case .noSuchDevice(let device, let available):
            "cannot open sound device \"\(device)\": no such device; use none, file:PATH.wav, default, or "
                + Self.alternatives(available)
        case .busy(let device, let owners):
            "sound device \"\(device)\" is in use\(Self.by(owners)); stop that program, or use another device"
        case .noPermission(let device, let group):
            "no permission to open sound device \"\(device)\"; add your user to the group \(group) "
                + "(sudo usermod -aG \(group) $USER) and log in again"
        case .unusable(let device, let reason):
            "cannot use sound device \"\(device)\" (\(reason)); use plughw: instead of hw:, or another device"
        case .noSuchControl(let device, let control, let available) where available.isEmpty:
            "no volume \"\(control)\": sound card \"\(device)\" has no volumes; change the gain of the sounds"
        case .noSuchControl(let device, let control, let available):
            "no volume \"\(control)\" on sound card \"\(device)\"; "
                + Suggestion.nearestOrAll(to: control, among: available)
        case .lost(let device, let reason):
            "sound device \"\(device)\" stopped working (\(reason)); check that it is plugged in"
        case .notWAV(let file):
            "cannot record to \"\(file)\": the format is WAV; use a name that ends in .wav"
        case .noFolder(let file, let folder):
            "cannot write \"\(file)\": no folder \"\(folder)\"; create it first"
        case .wouldOverwrite(let file):
            "\"\(file)\" exists and is not a recording by Carillon; remove it, or choose another name"
        case .notAFile(let file):
            "cannot write \"\(file)\": not a regular file; choose another name"
        case .notWritable(let file):
            "no permission to write \"\(file)\"; choose a folder that you may write to"
        case .cannotWrite(let file, let reason):
            "cannot write \"\(file)\": \(reason)"
        case .endedEarly(let file, let reason):
            "recording \"\(file)\" ended early (\(reason)); free some space, and start again"
        case .renameFailed(let file, let name, let reason):
            "cannot write \"\(file)\" (\(reason)); the recording is kept as \"\(name)\""
        }
    }

    private static func alternatives(_ devices: [PlaybackDevice]) -> String {
        devices.map { "\($0.name) (\($0.title))" }.joined(separator: ", ")
    }

    private static func by(_ owners: [PlaybackOwner]) -> String {
        guard !owners.isEmpty else { return "" }
        return " by " + owners.map { "\($0.program) (process \($0.process))" }.joined(separator: " and ")
    }
}
