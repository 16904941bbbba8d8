import CarillonAppliance
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime

/// The state of a machine for running an appliance, with a remedy for each missing item.
struct Diagnosis {
    /// The result of a check.
    enum Verdict {
        case good
        /// Not ideal, but an appliance runs.
        case noted
        case missing
    }

    /// A checked item.
    struct Finding {
        let verdict: Verdict
        let subject: String
        /// The state; if the item is missing, also the remedy.
        let text: String

        init(_ verdict: Verdict, _ subject: String, _ text: String) {
            (self.verdict, self.subject, self.text) = (verdict, subject, text)
        }
    }

    /// The oldest Debian with the libraries that Carillon needs.
    private static let oldestDebian = 12

    let findings: [Finding]

    init(_ machine: Machine, for requirements: Requirements = Requirements()) {
        findings =
            [Self.system(machine)] + [Self.board(machine)]
            + machine.faults.map { Finding(.missing, "board file", "\($0)") }
            + machine.chips.map(Self.chip) + [Self.buses(machine.buses)] + [Self.user(machine), Self.sound(machine)]
            + Self.realTime(machine) + requirements.findings(on: machine)
    }

    /// Whether nothing is missing.
    var isHealthy: Bool { findings.allSatisfy { $0.verdict != .missing } }

    /// A line for each finding.
    func text(isColored: Bool) -> String {
        let width = findings.map(\.subject.count).max() ?? 0
        return findings.map { finding in
            let subject = StyledText(finding.subject, .bold).padded(to: width + 2)
            let mark = StyledText(finding.verdict.mark, finding.verdict.style)
            let line = mark + StyledText(" ") + subject + StyledText(finding.text)
            // Not truncated, because the remedy is at the end. The terminal wraps it.
            return line.text(width: .max, isColored: isColored) + "\n"
        }.joined()
    }

    // MARK: Checks

    private static func system(_ machine: Machine) -> Finding {
        let title = machine.system?.title ?? "an unknown system"
        let text = "\(title), Linux \(machine.kernel.release)"
        switch machine.system?.debian {
        case let version? where version < oldestDebian:
            let remedy = "its libraries are too old; install Debian \(oldestDebian) or later"
            return Finding(.missing, "system", "\(text): \(remedy)")
        case nil: return Finding(.noted, "system", "\(text): Carillon is tested on Debian 12 and 13")
        default: return Finding(.good, "system", text)
        }
    }

    private static func board(_ machine: Machine) -> Finding {
        if let board = machine.board { return Finding(.good, "board", "\(board.title) (\(board.name))") }
        let reason = machine.model.map { "unknown board \"\($0)\"" } ?? "no device tree"
        let remedy = "describe the board in a file (Boards/README.md), or use --board simulated"
        return Finding(.missing, "board", "\(reason); \(remedy)")
    }

    private static func chip(_ chip: Machine.Chip) -> Finding {
        Finding(chip.error == nil ? .good : .missing, "GPIO chip", chip.error.map { "\($0)" } ?? chip.label)
    }

    /// An appliance without devices on a bus needs none.
    private static func buses(_ all: [Machine.Bus]) -> Finding {
        let buses = all.filter { $0.name.hasPrefix("i2c-") }
        let none = buses.isEmpty ? BusError.noBus(name: "i2c-1", present: []) : nil
        if let error = none ?? buses.lazy.compactMap(\.error).first { return Finding(.noted, "I2C", "\(error)") }
        return Finding(.good, "I2C", buses.map(\.name).joined(separator: ", "))
    }

    private static func user(_ machine: Machine) -> Finding {
        machine.user == "root"
            ? Finding(.noted, "user", "root; run as the service's user to check its permissions")
            : Finding(.good, "user", "\(machine.user), in the groups \(machine.groups.joined(separator: ", "))")
    }

    private static func sound(_ machine: Machine) -> Finding {
        switch machine.sound {
        case .success(let device): Finding(.good, "sound", device)
        case .failure(let error): Finding(.missing, "sound", "\(error)")
        }
    }

    private static func realTime(_ machine: Machine) -> [Finding] {
        let realTime = machine.realTime
        let memory = realTime.denials.filter(\.isOfMemory)
        let others = realTime.denials.filter { !$0.isOfMemory }
        let kernel = machine.kernel.isRealTime ? ", on a real-time kernel (PREEMPT_RT)" : ""
        return [
            finding("priority", others, good: "real-time priority \(realTime.priority)\(kernel)"),
            finding("memory", memory, good: "can be locked"),
            throttling(realTime.runtime),
        ]
    }

    private static func finding(_ subject: String, _ denials: [RealTimeDenial], good: String) -> Finding {
        denials.isEmpty
            ? Finding(.good, subject, good) : Finding(.missing, subject, RealTimeDenial.describe(denials))
    }

    /// Checks the limit of sched(7). Without it, a real-time thread that never waits takes a whole processor.
    private static func throttling(_ runtime: Int?) -> Finding {
        let subject = "real time"
        let remedy = "sysctl kernel.sched_rt_runtime_us=950000"
        switch runtime {
        case 0?: return Finding(.missing, subject, "real-time threads get no processor time; run \(remedy)")
        case let time? where time < 0:
            return Finding(
                .noted, subject, "no limit: a thread that never waits would block a processor; run \(remedy)")
        case let time?: return Finding(.good, subject, "limited to \(time / 10_000)% of each second")
        case nil: return Finding(.noted, subject, "the kernel does not report its limit")
        }
    }
}

extension Diagnosis.Verdict {
    fileprivate var mark: String {
        switch self {
        case .good: "✓"
        case .noted: "–"
        case .missing: "✗"
        }
    }

    fileprivate var style: Style {
        switch self {
        case .good: .green
        case .noted: .yellow
        case .missing: .red
        }
    }
}

extension RealTimeDenial {
    fileprivate var isOfMemory: Bool {
        if case .memoryLock = self { true } else { false }
    }
}
