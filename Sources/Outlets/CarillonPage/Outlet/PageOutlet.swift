import CarillonBoard
import CarillonDevices
import CarillonOutlet
import CarillonScheduling
import LinuxSound
import MobiusCore

/// The page of a program: its address, its key, and the notice of its address.
package final class PageOutlet: Outlet {
    package static let options = PageOptions.all
    /// The page saves the session.
    package let needsSession = true

    private let program: Program
    private let options: PageOptions
    private let key = PageKey()
    /// The folder in which systemd lets a service keep sockets and secrets; nil if the program is not a service.
    private let serviceFolder: String?
    private let page = Locked<BoardPage?>(nil)

    /// - Throws: `PageError.noServiceFolder`, or `UsageError`.
    package init?(_ program: Program) throws {
        guard let options = try PageOptions(program.options) else { return nil }
        (self.program, self.options) = (program, options)
        serviceFolder = StateFolder.runtimeOfService
        if program.isService, serviceFolder == nil { throw PageError.noServiceFolder }
    }

    /// Starts to serve the page, and notifies the user of its address.
    ///
    /// - Throws: `PageError`, or `RealTimeError` if the system has no thread left.
    package func open<Model, Event, Effect>(
        _ opened: OpenedBoard, _ controller: MobiusController<Model, Event, Effect>
    ) throws {
        let board = opened.board
        let session = board.attachments.object(OpenSession.self)
        let parts = BoardPage.Parts(
            program: program.name, board: board, wiring: opened.wiring, chip: opened.simulatedChip,
            queue: opened.queue, hasControl: options.hasControl,
            file: { name in
                // In a package, and in the sources.
                let path = DataFolders.find("Page/\(name)") ?? DataFolders.find("Sources/Outlets/Page/\(name)")
                return path.flatMap { try? FileContents.read($0, limit: 1 << 20) }
            },
            sound: { name in
                let sound = board.speaker.loaded(name) ?? (try? board.speaker.load(name, board.engine))
                return (try? sound?.wavFile()) ?? nil
            },
            isRecorded: session?.path != nil,
            session: PageSessions(session).give)
        let address = options.address(serviceFolder: serviceFolder)
        let page = try BoardPage(parts, at: address, key: key) { didGrow in
            PageLoop(controller, clock: opened.queue, didGrow: didGrow)
        }
        self.page.withLock { $0 = page }
        if let serviceFolder { try key.write(to: "\(serviceFolder)/page.key") }
        announce(address, port: page.port, board)
    }

    package func start() { page.withLock { $0 }?.start() }

    /// Ends all connections.
    package func close() { page.withLock { $0.take() }?.close() }

    private func announce(_ address: PageAddress, port: UInt16, _ board: Board) {
        let fragment = serviceFolder == nil ? "#\(key)" : ""
        let keyFile = serviceFolder.map { ", its key in \($0)/page.key" } ?? ""
        switch address {
        case .loopback: program.notice("the page is at http://127.0.0.1:\(port)/\(fragment)\(keyFile)", .info)
        case .socket(let path): program.notice("the page is at \(path): carillon page opens it", .info)
        case .network:
            let url = "http://\(address.hosts.last ?? ""):\(port)/"
            _ = board.attachments.object { BoardAddress(url: url) }
            program.notice(
                "the page is at \(url)\(fragment)\(keyFile); HTTP shows the key to everyone on the"
                    + " network, a tunnel does not: carillon page", .warning)
        }
    }
}
