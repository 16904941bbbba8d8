import CLibrary

/// The names that an application cannot have although they are well formed: its package installs the program
/// `/usr/bin/NAME` as the Debian package NAME.
enum TakenName {
    /// Returns the reason why a name is taken; nil if it is free.
    static func reason(_ name: String) -> String? {
        if keywords.contains(name) { return "it is a keyword of Swift" }
        if Commands.all.contains(where: { $0.name == name }) { return "it is a command of carillon" }
        let programs: [String] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"].map { "\($0)/\(name)" }
        let program = programs.first { access($0, F_OK) == 0 }
        if let program { return "\(program) is a command of the system" }
        if commands.contains(name) { return "it is a command of the system" }
        // Each Debian package has a folder there.
        return access("/usr/share/doc/\(name)", F_OK) == 0 ? "it is an installed Debian package" : nil
    }

    private static let keywords = words(
        """
        actor as associatedtype async await borrowing break case catch class consume consuming continue copy default \
        defer deinit didset discard distributed do dynamic each else enum extension fallthrough false fileprivate final \
        for func get guard if import in indirect infix init inout internal is isolated lazy left let macro mutating nil \
        none nonisolated nonmutating open operator optional override package postfix precedencegroup prefix private \
        public repeat required rethrows return right self sending set some static struct subscript super switch throw \
        throws true try typealias unowned var weak where while willset yield
        """)

    /// Commands of the shell and of boards, which may be missing on this machine.
    private static let commands = words(
        """
        alias alsamixer amixer apt apt-get aplay arecord bash bg break cd cp curl declare dpkg echo eval exec exit export \
        fg ffmpeg git gpiodetect gpioget gpioinfo gpiomon gpioset halt hash help history i2cdetect jobs journalctl kill \
        let local login logout ls make mkdir mount mv nano passwd pinctrl poweroff printf ps pwd python python3 raspi-config \
        read reboot return rm scp set sh shift shutdown source ssh su sudo swift systemctl tar test time top trap type \
        ulimit umask unset vi vim wait wget
        """)

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
