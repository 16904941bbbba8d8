import CHardware
import CarillonBoard
import Glibc

/// A terminal that passes on each key at once and does not echo it.
///
/// Ctrl-C and Ctrl-\ still interrupt. Ctrl-Z is disabled, because a stopped program would leave the terminal in this
/// mode. The terminal is restored by `restore()`, and however else the program ends.
package struct Keyboard {
    private let original: termios
    private let guardPlace: Int32

    /// Changes the terminal on standard input; nil if there is none.
    package init?() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        original = settings
        guardPlace = cguard_add_terminal(STDIN_FILENO)
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VSUSP)] = 0 }  // _POSIX_VDISABLE
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Restores the terminal's original settings.
    package func restore() {
        var settings = original
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        cguard_remove(guardPlace)
    }
}
