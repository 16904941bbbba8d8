import CSndfile
import CarillonAudio

/// libsndfile, there for as long as somebody has one of these. The system's loader counts them.
///
/// `@unchecked Sendable`: what is in it never changes, and the functions may be called from any thread.
final class SoundLibrary: @unchecked Sendable {
    struct Missing: Error {
        /// The loader's words.
        let reason: String
    }

    let functions: csndfile

    init() throws(Missing) {
        var functions = csndfile()
        if let reason = csndfile_load(&functions) {
            throw Missing(reason: "\(String(cString: reason)): install libsndfile1")
        }
        self.functions = functions
    }

    /// What has gone wrong with a file, in libsndfile's words; with the last one that could not be opened, if it is nil.
    func reason(_ file: OpaquePointer?) -> String { functions.strerror(file).map { String(cString: $0) } ?? "" }

    deinit {
        var functions = functions
        csndfile_unload(&functions)
    }
}
