import CLibrary

/// The reason why a sound could not be loaded. The description is one line: what happened, to which file, and what to
/// do.
public enum SoundError: Error, Equatable {
    /// There is no such file.
    case missing(file: String)
    /// The path leads to a directory, a device or a pipe.
    case notAFile(file: String, isDirectory: Bool)
    /// This user may not read the file.
    case noPermission(file: String)
    /// The file has no bytes, or no frames.
    case empty(file: String)
    /// libsndfile cannot decode the file; `reason` is its message.
    case notASound(file: String, reason: String)
    /// The sound would take more than `limit` bytes in memory.
    case tooLong(file: String, limit: Int)
    /// Even if it is streamed, the sound may need `needed` bytes of memory, which is more than `limit`.
    case limitTooLow(file: String, limit: Int, needed: Int)
    /// The sound cannot be converted from `rate` to `wanted`, the output's rate; `reason` is the message of libsoxr.
    case notConvertible(file: String, rate: Int, wanted: Int, reason: String)
    /// The library libsndfile, which decodes sound files, is not available; `reason` gives the cause.
    case noDecoder(file: String, reason: String)
    /// The system could not read the file.
    case unreadable(file: String, errno: Int32)

    /// Maps the system's error number to an error about a sound file.
    package init(errno: Int32, file: String) {
        switch errno {
        case ENOENT, ENOTDIR: self = .missing(file: file)
        case EACCES, EPERM: self = .noPermission(file: file)
        case EISDIR: self = .notAFile(file: file, isDirectory: true)
        default: self = .unreadable(file: file, errno: errno)
        }
    }
}

extension SoundError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let file):
            "no sound file \"\(FilePath.shown(file))\"; check the path"
        case .notAFile(let file, true):
            "\"\(FilePath.shown(file))\" is a directory, not a sound file; name a file in it"
        case .notAFile(let file, false):
            "\"\(FilePath.shown(file))\" is not a regular file; name a sound file"
        case .noPermission(let file):
            "no permission to read sound file \"\(FilePath.shown(file))\"; allow it with chmod a+r"
        case .empty(let file):
            "sound file \"\(FilePath.shown(file))\" is empty; replace it"
        case .notASound(let file, let reason):
            "cannot decode sound file \"\(FilePath.shown(file))\" (\(reason)); use WAV, FLAC, Ogg, MP3 or AIFF"
        case .tooLong(let file, let limit):
            "sound file \"\(FilePath.shown(file))\" takes more than \(limit >> 20) MiB of memory; use a shorter one"
        case .limitTooLow(let file, let limit, let needed):
            "sound file \"\(FilePath.shown(file))\" may take \(needed >> 10) KiB of memory, and the limit is \(limit >> 10) KiB; "
                + "raise the limit, or use WAV at the output's rate, which takes the least"
        case .notConvertible(let file, let rate, let wanted, let reason):
            "cannot convert sound file \"\(FilePath.shown(file))\" from \(rate) Hz to \(wanted) Hz (\(reason)); use a file of \(wanted) Hz"
        case .noDecoder(let file, let reason):
            "cannot read sound file \"\(FilePath.shown(file))\": \(reason)"
        case .unreadable(let file, let errno):
            "cannot read sound file \"\(FilePath.shown(file))\": \(String(cString: strerror(errno)))"
        }
    }
}
