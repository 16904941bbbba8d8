/// A line of a wiring to paste: a section with one device.
struct WiringLine: Equatable {
    /// The section: `thermometers`.
    let section: String
    /// The device's settings, in YAML.
    let settings: String

    /// - Parameter settings: The settings, in YAML.
    init(_ section: String, _ settings: String) { (self.section, self.settings) = (section, settings) }

    /// Returns a text in quotation marks, as YAML has them.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Returns the line, with a name for the device that no line of the scan had before.
    ///
    /// - Parameter counts: The number of names of each section.
    func text(_ counts: inout [String: Int]) -> String {
        let count = counts[section, default: 0] + 1
        counts[section] = count
        let kind = section.hasSuffix("s") ? String(section.dropLast()) : section
        return "\(section): {\(kind)\(count == 1 ? "" : "\(count)"): \(settings)}"
    }
}
