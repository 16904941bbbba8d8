import Glibc

/// A terminal that gives each key at once and does not show it.
///
/// Ctrl-C still interrupts; Ctrl-Z and Ctrl-\ do nothing, as they would leave the terminal as it is now. What the terminal was like before is restored by `restore()`.
struct Keyboard {
    private let original: termios

    /// Changes the terminal on standard input; nil if there is none.
    init?() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        original = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &settings.c_cc) { keys in
            for key in [VSUSP, VQUIT] { keys[Int(key)] = 0 }  // _POSIX_VDISABLE
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    func restore() {
        var settings = original
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Which key presses which button: the wiring's, or else the first free digit or letter.
    static func keys(for buttons: [Wiring.Button]) -> [Character: Wiring.Button] {
        var keys: [Character: Wiring.Button] = [:]
        for button in buttons {
            if let key = button.key { keys[key] = keys[key] ?? button }
        }
        for button in buttons where !keys.values.contains(button) {
            if let key = "123456789abcdefghijklmnoprstuvwxyz".first(where: { keys[$0] == nil }) { keys[key] = button }
        }
        return keys
    }
}
