import Glibc

/// `carillon page`: opens the page of a service on another machine, through an ssh tunnel.
struct PageCommand: Command {
    static let name = "page"
    static let summary = "open the page of a board on the network in the browser, through ssh"
    static let help = """
        [USER@]HOST [SERVICE]

        Opens the page of a service that was started with --page: makes an ssh tunnel
        to it, prints the address, and opens the browser, until ctrl-C. Nobody on the
        network can read the page or its key.

        SERVICE is needed if several services of the board have a page. To start one
        with a page, set OPTIONS="--page" in /etc/default/SERVICE on the board.
        The user on the board has to be root, or use sudo without a password. SSH sets
        the ssh command: SSH='ssh -p 2222' carillon page pi@raspberrypi.local
        """

    private let host: String
    private let service: String?

    init(_ arguments: Arguments) throws {
        let operands = try arguments.read([], operands: 1...2) { _, _ in }
        host = operands[0]
        service = operands.count > 1 ? operands[1] : nil
        // ssh would take it for an option.
        guard !host.hasPrefix("-"), !host.isEmpty else { throw UsageError("\"\(host)\" is not a host") }
    }

    func run() throws {
        let offers = try PageOffer.read(
            Self.output(of: "\(Self.ssh) -- \"$CARILLON_HOST\" '\(PageOffer.script)'", host))
        let offer = try PageOffer.choose(service, among: offers, on: host)
        let port = try Self.freePort()
        // The tunnel is there when ssh runs the local command.
        let tunnel =
            "exec \(Self.ssh) -N -o ExitOnForwardFailure=yes -o PermitLocalCommand=yes -o 'LocalCommand=echo ready'"
            + " -L 127.0.0.1:\(port):/run/\(offer.service)/page.socket -- \"$CARILLON_HOST\""
        let address = "http://127.0.0.1:\(port)/#\(offer.key)"
        _ = try Self.output(of: tunnel, host) { line in
            guard line == "ready" else { return }
            print("the page of \(offer.service) on \(host) is at \(address); ctrl-C ends")
            fflush(nil)
            Self.openBrowser(address)
        }
    }

    private static let ssh = "${SSH:-ssh}"

    /// Runs a shell command, which finds the host in `CARILLON_HOST`.
    ///
    /// - Parameter found: Called for each line of the output.
    /// - Returns: The output.
    /// - Throws: `Failure` if the command fails.
    private static func output(
        of command: String, _ host: String, _ found: (String) -> Void = { _ in }
    ) throws -> [String] {
        setenv("CARILLON_HOST", host, 1)
        fflush(nil)
        guard let stream = popen(command, "re") else { throw Failure("ssh to \(host) has failed: \(systemReason)") }
        var lines: [String] = []
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), stream) != nil {
            let bytes = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            lines.append(String(decoding: bytes, as: UTF8.self))
            found(lines[lines.count - 1])
        }
        // ssh has printed the reason.
        guard pclose(stream) == 0 else { throw Failure("ssh to \(host) has failed: see above") }
        return lines
    }

    /// Returns a port of this machine that is free now.
    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else { throw Failure("this machine has no free port: \(systemReason)") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Opens the browser if there is a desktop. Without one, the user opens the printed address.
    private static func openBrowser(_ address: String) {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { (name: String) in getenv(name) }
        guard displays.contains(where: { $0.pointee != 0 }) else { return }
        setenv("CARILLON_ADDRESS", address, 1)
        system("xdg-open \"$CARILLON_ADDRESS\" >/dev/null 2>&1 &")
    }
}
