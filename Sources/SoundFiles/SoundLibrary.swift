import CSndfile
import CarillonAudio
import Glibc

/// libsndfile, there for as long as somebody has one of these. The system's loader counts them.
///
/// `@unchecked Sendable`: what is in it never changes, and the functions may be called from any thread.
final class SoundLibrary: @unchecked Sendable {
    struct Missing: Error {
        let reason: String
        /// Set if the library may be there, but the system has no descriptor left for it.
        let errno: Int32?
    }

    let functions: csndfile

    init() throws(Missing) {
        var functions = csndfile()
        var errno: Int32 = 0
        if let reason = csndfile_load(&functions, &errno) {
            guard errno == 0 else { throw Missing(reason: String(cString: strerror(errno)), errno: errno) }
            throw Missing(reason: "\(String(cString: reason)): install libsndfile1", errno: nil)
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
