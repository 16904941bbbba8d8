import CarillonAppliance
import CarillonBoard

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The state of a box's updates, as the unit that updates the box writes it.
struct FleetUpdate: Decodable, Equatable {
    let phase: String
    let installed: String
    let newest: String
    let failure: String
    /// The version from which the box went back; empty if it did not.
    let back: String

    /// Reads a state; nil for a text that is none.
    init?(_ text: String) {
        guard let update = try? JSONDecoder().decode(FleetUpdate.self, fromOutside: Array(text.utf8)) else {
            return nil
        }
        self = update
    }

    /// The summary for users, with the reason of a failure.
    var summary: StyledText {
        if !back.isEmpty { return StyledText("went back from \(back): \(failure)".printable, .red) }
        if !failure.isEmpty { return StyledText("failed: \(failure)".printable, .red) }
        if phase != "idle" { return StyledText(phase.printable, .yellow) }
        return newest == installed ? StyledText("up to date") : StyledText("behind", .yellow)
    }
}
