import CarillonBoard
import CarillonFleet
import CarillonRealTime
import Glibc

/// The files that the program shares with the unit that updates the box: the state that the unit writes, and the request.
///
/// They are `/var/lib/carillon/APP/update.json` and `/run/APP/update-now`. The unit renames a new state to its place, which
/// inotify(7) reports. `update-now` is empty: nobody reads it.
struct UpdateFiles: Sendable {
    private let folder: String
    private let requestPath: String

    /// - Parameters:
    ///   - state: The program's state directory, whose neighbour `carillon/APP` is that of the unit.
    ///   - runtime: The program's runtime directory.
    /// - Returns: nil for a program that is no service, or that no unit can update, because `make deploy` has not installed it.
    init?(state: String? = StateFolder.ofService, runtime: String? = StateFolder.runtimeOfService) {
        guard let state, let runtime, let slash = state.lastIndex(of: "/") else { return nil }
        folder = "\(state[..<slash])/carillon/\(state[state.index(after: slash)...])"
        requestPath = "\(runtime)/update-now"
        guard access(folder, R_OK | X_OK) == 0 else { return nil }
    }

    /// Returns the state of the unit; nil for a box without the unit.
    func read() -> String? {
        guard let bytes = try? FileContents.read("\(folder)/update.json", limit: 8192) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(text.prefix { $0 != "\n" })
    }

    /// Asks the unit for an update. A request that waits already is enough.
    ///
    /// - Returns: The failure; nil for none.
    @Sendable func request() -> FleetNotice? {
        let file = open(requestPath, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return .noUpdate(path: requestPath, reason: String(cString: strerror(errno))) }
        close(file)
        return nil
    }

    /// Calls a handler on the queue with the state, now and after each change, until the program ends.
    ///
    /// - Returns: The failure to follow the changes; nil for none.
    func observe(on queue: RealTimeQueue, _ handler: @escaping @Sendable (String) -> Void) -> FleetNotice? {
        @Sendable func report() {
            if let state = read() { handler(state) }
        }
        defer { queue.async { report() } }
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        do {
            guard descriptor >= 0, inotify_add_watch(descriptor, folder, UInt32(IN_MOVED_TO)) >= 0 else {
                throw Failure(description: String(cString: strerror(errno)))
            }
            _ = try queue.watch(descriptor: descriptor) {
                Self.empty(descriptor)
                report()
            }
            return nil
        } catch {
            if descriptor >= 0 { close(descriptor) }
            return .updatesUnwatched(path: folder, reason: "\(error)")
        }
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static func empty(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while Glibc.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }
}
