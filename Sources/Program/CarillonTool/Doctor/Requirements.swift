import CarillonBoard
import CarillonDevices
import CarillonGPIO

/// The requirements of an appliance on its machine: those of its wiring, and those of its options.
struct Requirements {
    /// The wiring's path, and the faults and the warnings on the machine's board.
    var wiring: (path: String, check: DescriptionCheck)?
    /// The libraries that are needed, each with the reason why it cannot be loaded; nil if it can.
    var libraries: [(name: String, fault: String?)] = []

    /// The voice that says texts, and the reason why it cannot; nil if it can.
    var speech: (voice: String, fault: String?)?

    /// The checked requirements.
    func findings(on machine: Machine) -> [Diagnosis.Finding] {
        let lines = channelFindings(machine.pwmChips) + keyFindings(machine) + microphoneFindings(machine)
        let wired = wiringFindings + busFindings(machine) + lines
        let loaded = libraries.map { name, fault in
            Diagnosis.Finding(fault == nil ? .good : .missing, "library", fault ?? name)
        }
        return wired + loaded + speechFindings
    }

    private var speechFindings: [Diagnosis.Finding] {
        guard let (voice, fault) = speech else { return [] }
        let verdict = fault == nil ? Diagnosis.Verdict.good : .missing
        return [Diagnosis.Finding(verdict, "speech", fault ?? "espeak-ng speaks with the voice \(voice)")]
    }

    private var wiringFindings: [Diagnosis.Finding] {
        guard let (path, check) = wiring else { return [] }
        func findings(_ faults: [DescriptionError], _ verdict: Diagnosis.Verdict) -> [Diagnosis.Finding] {
            faults.map { Diagnosis.Finding(verdict, "wiring", "\($0)") }
        }
        guard check.kind == .wiring else {
            return [Diagnosis.Finding(.missing, "wiring", "\(path) is a \(check.kind)")]
        }
        let all = findings(check.warnings, .noted) + findings(check.faults, .missing)
        return all.isEmpty ? [Diagnosis.Finding(.good, "wiring", path)] : all
    }

    /// Checks the place of each device on a bus or of a kernel's driver. A fault of a whole bus is reported once.
    private func busFindings(_ machine: Machine) -> [Diagnosis.Finding] {
        var reported: Set<String> = []
        return (wiring?.check.wiring?.devices ?? []).flatMap(\.buses).map(\.address).compactMap { address in
            guard let fault = machine.addressFault(address), reported.insert(fault).inserted else { return nil }
            return Diagnosis.Finding(.missing, address.isOfDriver ? "sensor" : "bus", fault)
        }
    }

    private func keyFindings(_ machine: Machine) -> [Diagnosis.Finding] {
        (wiring?.check.wiring?.devices ?? []).flatMap(\.controls).compactMap { control in
            guard case .enter(.keys(let source), _, _) = control.form, let fault = machine.keyFault(source) else {
                return nil
            }
            return Diagnosis.Finding(.missing, "keys", "\(fault)")
        }
    }

    private func microphoneFindings(_ machine: Machine) -> [Diagnosis.Finding] {
        let settings = (wiring?.check.wiring?.devices ?? []).compactMap { $0.settings as? Microphone.Settings }
        return Set(settings.map(\.device)).sorted().map { device in
            guard let fault = machine.microphoneFault(device) else {
                return Diagnosis.Finding(.good, "microphone", device)
            }
            return Diagnosis.Finding(.missing, "microphone", "cannot use microphone \"\(device)\": \(fault)")
        }
    }

    private func channelFindings(_ present: [String]) -> [Diagnosis.Finding] {
        (wiring?.check.wiring?.wires ?? []).compactMap { _, wire in
            guard case .output(_, let channel?, _) = wire.use, !present.contains(channel.chip) else { return nil }
            let error = GPIOError.noPWM(chip: channel.chip, channel: channel.channel)
            return Diagnosis.Finding(.missing, "PWM", "\(error)")
        }
    }
}

extension BusAddress {
    fileprivate var isOfDriver: Bool {
        if case .kernel = self { true } else { false }
    }
}
