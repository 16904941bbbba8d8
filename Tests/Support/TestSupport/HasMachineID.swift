import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// A condition for tests of a box in a fleet, whose id is made of that of the machine. A folder with a Debian that was
    /// never booted has none.
    public static var hasMachineID: Self {
        let text = try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)
        return .enabled(if: (text ?? "").count >= 32, "no id of this machine in /etc/machine-id")
    }
}
