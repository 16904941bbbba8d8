import CarillonBoard
import CarillonDevices
import CarillonPage
import Glibc
import MobiusCore
import SoundFiles

/// The page of an appliance: its place, its key, and the notice of its address.
///
/// Unchecked Sendable: `page` is set on the main thread before the loop starts, and read when the program ends.
final class AppliancePage: @unchecked Sendable {
    private let options: PageOptions
    private let console: Console
    private let news = PageNews()
    private let key = PageKey()
    /// The folder in which systemd lets a service keep sockets and secrets; nil if the program is not a service.
    private let serviceFolder: String?
    private var page: BoardPage?
    /// The address for other machines, without the key; nil if only this machine reaches the page.
    private(set) var address: String?

    /// - Parameter isService: Whether systemd reads the program's notices.
    /// - Throws: `PageError.noServiceFolder`.
    init(_ options: PageOptions, console: Console, isService: Bool) throws(PageError) {
        self.options = options
        self.console = console
        let folders = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) } ?? ""
        serviceFolder = folders.split(separator: ":").first.map(String.init)
        if isService, serviceFolder == nil { throw .noServiceFolder }
    }

    /// Records a change of a device. Call on the board's queue.
    var follow: @Sendable (DeviceChange) -> Void {
        { [news] change in news.follow(change) }
    }

    /// Starts to serve the page of a loop that has not been started, and notifies the user of its address.
    ///
    /// - Throws: `PageError`, or `RealTimeError` if the system has no thread left.
    func open<Model, Event, Effect>(
        _ opened: OpenedBoard, _ controller: MobiusController<Model, Event, Effect>
    ) throws {
        let (board, wiring) = (opened.board, opened.wiring)
        let recording: SessionRecording? = opened.recording
        let parts = BoardPage.Parts(
            program: console.program, board: board, wiring: wiring, chip: opened.simulatedChip, queue: opened.queue,
            hasControl: options.hasControl,
            file: { name in
                DataFolders.find("Page/\(name)").flatMap { try? FileContents.read($0, limit: 1 << 20) }
            },
            sound: { name in
                let sound = board.speaker.loaded(name) ?? (try? wiring.load(name, for: board.engine))
                return (try? sound?.wavFile()) ?? nil
            },
            isRecorded: recording?.path != nil,
            session: PageSessions(recording).give)
        let loop = PageLoop(controller, clock: opened.queue) { [news] in news.announce() }
        let place = options.place(serviceFolder: serviceFolder)
        let page = try BoardPage(parts, loop: loop, news: news, at: place, key: key)
        self.page = page
        if let serviceFolder { try key.write(to: "\(serviceFolder)/page.key") }
        announce(place, port: page.port)
    }

    /// Ends all connections.
    func close() { page?.close() }

    private func announce(_ place: PagePlace, port: UInt16) {
        let fragment = serviceFolder == nil ? "#\(key)" : ""
        let keyPlace = serviceFolder.map { ", its key in \($0)/page.key" } ?? ""
        switch place {
        case .loopback: console.notice("the page is at http://127.0.0.1:\(port)/\(fragment)\(keyPlace)", .info)
        case .socket(let path): console.notice("the page is at \(path): carillon page opens it", .info)
        case .network:
            let name = place.hosts.last ?? ""
            address = "http://\(name):\(port)/"
            console.notice(
                "the page is at http://\(name):\(port)/\(fragment)\(keyPlace); HTTP shows the key to everyone on the"
                    + " network, a tunnel does not: carillon page", .warning)
        }
    }
}
