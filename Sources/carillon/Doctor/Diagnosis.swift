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
    }

    /// The oldest Debian with the libraries that Carillon needs.
    private static let oldestDebian = 12

    let findings: [Finding]

    init(_ machine: Machine, for requirements: Requirements = Requirements()) {
        findings =
            [Self.system(machine)] + [Self.board(machine)]
            + machine.faults.map { Finding(verdict: .missing, subject: "board file", text: "\($0)") }
            + machine.chips.map(Self.chip) + [Self.buses(machine.buses)] + [Self.user(machine), Self.sound(machine)]
            + Self.realTime(machine.realTime) + requirements.findings(on: machine)
    }

    /// Whether nothing is missing.
    var isHealthy: Bool { findings.allSatisfy { $0.verdict != .missing } }

    /// A line for each finding.
    func text(isColored: Bool) -> String {
        let width = findings.map(\.subject.count).max() ?? 0
        return findings.map { finding in
            var line = StyledText(finding.verdict.mark, finding.verdict.style)
            line.append(" ")
            line.append(StyledText(finding.subject, .bold).padded(to: width + 2, isOnRight: false))
            line.append(finding.text)
            // Not truncated, because the remedy is at the end. The terminal wraps it.
            return line.text(width: .max, isColored: isColored) + "\n"
        }.joined()
    }

    // MARK: Checks

    private static func system(_ machine: Machine) -> Finding {
        let title = machine.system?.title ?? "an unknown system"
        let text = "\(title), Linux \(machine.kernel)"
        switch machine.system?.debian {
        case let version? where version < oldestDebian:
            return Finding(
                verdict: .missing, subject: "system",
                text: "\(text): its libraries are too old; install Debian \(oldestDebian) or later")
        case nil:
            return Finding(
                verdict: .noted, subject: "system", text: "\(text): Carillon is tested on Debian 12 and 13")
        default: return Finding(verdict: .good, subject: "system", text: text)
        }
    }

    private static func board(_ machine: Machine) -> Finding {
        if let board = machine.board {
            return Finding(verdict: .good, subject: "board", text: "\(board.title) (\(board.name))")
        }
        let reason = machine.model.map { "unknown board \"\($0)\"" } ?? "no device tree"
        return Finding(
            verdict: .missing, subject: "board",
            text: "\(reason); describe the board in a file (Boards/README.md), or use --board simulated")
    }

    private static func chip(_ chip: Machine.Chip) -> Finding {
        guard let error = chip.error else {
            return Finding(verdict: .good, subject: "GPIO chip", text: chip.label)
        }
        return Finding(verdict: .missing, subject: "GPIO chip", text: "\(error)")
    }

    /// An appliance without devices on a bus needs none.
    private static func buses(_ buses: [Machine.Bus]) -> Finding {
        if let error = buses.lazy.compactMap(\.error).first {
            return Finding(verdict: .noted, subject: "I2C", text: "\(error)")
        }
        guard !buses.isEmpty else {
            return Finding(verdict: .noted, subject: "I2C", text: "\(BusError.noBus(name: "i2c-1", present: []))")
        }
        return Finding(verdict: .good, subject: "I2C", text: buses.map(\.name).joined(separator: ", "))
    }

    private static func user(_ machine: Machine) -> Finding {
        let text = "\(machine.user), in the groups \(machine.groups.joined(separator: ", "))"
        guard machine.user == "root" else { return Finding(verdict: .good, subject: "user", text: text) }
        return Finding(
            verdict: .noted, subject: "user", text: "root; run as the service's user to check its permissions")
    }

    private static func sound(_ machine: Machine) -> Finding {
        switch machine.sound {
        case .success(let device): Finding(verdict: .good, subject: "sound", text: device)
        case .failure(let error): Finding(verdict: .missing, subject: "sound", text: "\(error)")
        }
    }

    private static func realTime(_ realTime: Machine.RealTime) -> [Finding] {
        let memory = realTime.denials.filter(\.isOfMemory)
        let others = realTime.denials.filter { !$0.isOfMemory }
        let kernel = realTime.isPreemptible ? ", on a real-time kernel (PREEMPT_RT)" : ""
        return [
            finding("priority", others, good: "real-time priority \(realTime.priority)\(kernel)"),
            finding("memory", memory, good: "can be locked"),
            throttling(realTime.runtime),
        ]
    }

    private static func finding(_ subject: String, _ denials: [RealTimeDenial], good: String) -> Finding {
        denials.isEmpty
            ? Finding(verdict: .good, subject: subject, text: good)
            : Finding(verdict: .missing, subject: subject, text: RealTimeDenial.describe(denials))
    }

    /// Checks the limit of sched(7). Without it, a real-time thread that never waits takes a whole processor.
    private static func throttling(_ runtime: Int?) -> Finding {
        let subject = "real time"
        let remedy = "sysctl kernel.sched_rt_runtime_us=950000"
        switch runtime {
        case 0?:
            return Finding(
                verdict: .missing, subject: subject,
                text: "real-time threads get no processor time; run \(remedy)")
        case let time? where time < 0:
            return Finding(
                verdict: .noted, subject: subject,
                text: "no limit: a thread that never waits would block a processor; run \(remedy)")
        case let time?:
            return Finding(verdict: .good, subject: subject, text: "limited to \(time / 10_000)% of each second")
        case nil:
            return Finding(verdict: .noted, subject: subject, text: "the kernel does not report its limit")
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
