import CarillonDrawing

/// The devices that answer on a machine, by their bus or by the kernel's kind of driver.
struct Scan {
    /// A device.
    struct Finding: Equatable {
        /// The place: an address, a number, the name of the driver.
        let place: String
        /// The likely chip or kind.
        let text: String
        /// The line to paste; nil if no kind of device uses it.
        let wiring: WiringLine?

        init(_ place: String, _ text: String, _ wiring: WiringLine? = nil) {
            (self.place, self.text, self.wiring) = (place, text, wiring)
        }
    }

    /// The devices of one bus or one kind of driver.
    struct Section: Equatable {
        let title: String
        var findings: [Finding] = []
        /// The reason why there are no more findings; nil if there is none.
        var note: String?
        /// Whether the note is a failure, such as a bus without a permission.
        var hasFailed = false
    }

    let sections: [Section]

    /// Whether each bus could be scanned.
    var isComplete: Bool { !sections.contains(where: \.hasFailed) }

    /// A block for each section, with the lines to paste.
    func text(isColored: Bool) -> String {
        var counts: [String: Int] = [:]
        return sections.map { section in
            var lines = [StyledText(section.title, .bold).text(width: .max, isColored: isColored)]
            let width = section.findings.map(\.place.count).max() ?? 0
            for finding in section.findings {
                lines.append("  \(finding.place.padded(to: width))  \(finding.text)")
                if let wiring = finding.wiring {
                    lines.append(String(repeating: " ", count: width + 6) + wiring.text(&counts))
                }
            }
            let note = section.note ?? (section.findings.isEmpty ? "nothing" : nil)
            if let note { lines.append("  \(note)") }
            return lines.joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }
}
