import CHardware
import CarillonAudio
import Glibc

/// The library libsndfile, loaded while at least one of these objects exists. The system's loader counts them.
///
/// `@unchecked Sendable`: its properties never change, and the functions may be called from any thread.
package final class SoundLibrary: @unchecked Sendable {
    package struct Missing: Error {
        package let reason: String
        /// Set if the system has no descriptor left to load the library, which may be installed.
        let errno: Int32?
    }

    package let functions: csndfile

    package init() throws(Missing) {
        var functions = csndfile()
        var errno: Int32 = 0
        if let reason = csndfile_load(&functions, &errno) {
            guard errno == 0 else { throw Missing(reason: String(cString: strerror(errno)), errno: errno) }
            throw Missing(reason: "\(String(cString: reason)); install libsndfile1", errno: nil)
        }
        self.functions = functions
    }

    /// Returns the message of libsndfile about a file; if it is nil, about the last file that could not be opened.
    func reason(_ file: OpaquePointer?) -> String { functions.strerror(file).map { String(cString: $0) } ?? "" }

    deinit {
        var functions = functions
        csndfile_unload(&functions)
    }
}
