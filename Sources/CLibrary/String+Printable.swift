extension String {
    /// The text with `?` for control characters, which must not reach the terminal.
    package var printable: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value ? "?" : $0 }))
    }
}
