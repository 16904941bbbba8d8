import CarillonBoard
import CarillonSession
import Glibc

extension Session.Header {
    /// The date of the program's file; nil if it cannot be read.
    static var programDate: String? {
        var status = stat()
        return stat("/proc/self/exe", &status) == 0 ? date(Int64(status.st_mtim.tv_sec)) : nil
    }

    /// Returns the header with the time, the date of the program's file, and the text of the wiring's file.
    ///
    /// - Throws: `SessionError.unreadable`.
    func completed(wiringPath: String) throws(SessionError) -> Session.Header {
        var header = self
        header.wallClock = Int64(time(nil))
        if let date = Self.programDate { header.version = date }
        header.wiring = wiringPath.split(separator: "/").last.map(String.init) ?? wiringPath
        do throws(FileContents.Failure) {
            // The file has been read as a wiring, so it is small.
            header.wiringText = String(decoding: try FileContents.read(wiringPath, limit: .max - 1), as: UTF8.self)
        } catch {
            throw .unreadable(path: wiringPath, reason: error.description)
        }
        return header
    }
}
