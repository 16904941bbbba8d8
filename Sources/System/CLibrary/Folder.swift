/// Returns the names of the entries in the folder at `path`, sorted; an empty array if it cannot be read.
package func entries(ofFolder path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        // In place, because an entry ends after its name, and may be shorter than its type.
        names.append(
            withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
}
