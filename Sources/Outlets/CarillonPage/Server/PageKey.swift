import Glibc

/// The secret in a page's address: 128 bits, as 32 hexadecimal digits.
package struct PageKey: Equatable, Sendable, CustomStringConvertible {
    private let digits: [UInt8]

    /// Creates a new key. The system's random numbers are those of the kernel.
    package init() {
        var generator = SystemRandomNumberGenerator()
        digits = (0..<16).flatMap { _ in
            let byte = UInt8.random(in: 0...255, using: &generator)
            return [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
        }
    }

    package var description: String { String(decoding: digits, as: UTF8.self) }

    /// Returns whether `text` is the key, in a time that depends on the length of `text` only.
    func matches(_ text: some StringProtocol) -> Bool {
        let guess = Array(text.utf8)
        guard guess.count == digits.count else { return false }
        return zip(guess, digits).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension PageKey {
    /// Writes the key into a new file that only its user and root can read.
    ///
    /// An earlier file of this name is removed, never opened: it may be a link to another file, or be open elsewhere.
    ///
    /// - Throws: `PageError.cannotWrite`.
    package func write(to path: String) throws(PageError) {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        defer { close(descriptor) }
        let text = digits + [UInt8(ascii: "\n")]
        errno = 0
        guard fchmod(descriptor, 0o600) == 0, Glibc.write(descriptor, text, text.count) == text.count else {
            throw .cannotWrite(path: path, errno: errno)
        }
    }
}
