import CarillonBoard
import CarillonOutlet
import CarillonSession
import Glibc

extension Session.Header {
    /// Returns the header with the time, the date of the program's file, and the text of the wiring's file.
    ///
    /// - Throws: `SessionError.unreadable`.
    func completed(wiringPath: String) throws(SessionError) -> Session.Header {
        var header = self
        header.wallClock = Int64(time(nil))
        if let date = Program.date { header.version = date }
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
