import Glibc
import LinuxSound
import StreamTestSupport

/// A long file, which is made of a minute of sound, because encoding an hour takes a minute.
enum LongFile {
    static func write(_ words: [String]) {
        guard words.count == 2, let minutes = Int(words[1]), let file = fopen(words[0], "we") else {
            print("StreamProbe write FILE MINUTES")
            exit(2)
        }
        let minute = EncodedSound.mp3(seconds: 60, rise: 20)
        // The first frame declares the length of a minute, and has no sound.
        let tag = MP3Header.length(minute) ?? 0
        let frames = Array(minute[tag...])
        for _ in 0..<minutes { fwrite(frames, 1, frames.count, file) }
        fclose(file)
    }
}
