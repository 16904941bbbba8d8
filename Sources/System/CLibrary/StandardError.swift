/// Writes a text to standard error at once. A failure is ignored.
package func writeStandardError(_ text: String) {
    var text = text
    _ = text.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}
