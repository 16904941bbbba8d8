import Carillon
import Foundation

/// The time from an edge on a line of the kernel's simulated chip to the LED's line, in a virtual machine. The whole
/// stack is compared with a bare C program on libgpiod, `edge-floor`, which also measures both.
enum DeviceKernelEdge {
    /// The number of edges each program handles, in four turns.
    private static let edges = 2000

    /// Starts the virtual machine and measures in it. Without one, prints a notice and returns no rows.
    static func rows() throws -> [Row] {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let floor = folder.appendingPathComponent("edge-floor").path
        let program = folder.appendingPathComponent("benchmarks").path
        let turn = "'\(floor)' measure \(edges / 4)"
        let script = (1...4).map { _ in
            "\(turn) '\(floor)' answer && echo floor && \(turn) '\(program)' \(answer) && echo carillon"
        }.joined(separator: " && ")
        guard let output = inGuest(script) else {
            Progress.notice("kernel.edge.led: no virtual machine; see make check LANE=kernel")
            return []
        }
        var samples: [String: [Double]] = [:]
        var turnsSamples: [Double] = []
        for line in output.split(separator: "\n") {
            if let sample = Double(line) {
                turnsSamples.append(sample)
            } else {
                samples[String(line), default: []] += turnsSamples
                turnsSamples = []
            }
        }
        guard let floor = samples["floor"], let carillon = samples["carillon"] else { return [] }
        return [("p50", 0.5), ("p99", 0.99)].map { name, share in
            Row(
                name: "kernel.edge.led.\(name)", unit: "ns", value: carillon.quantile(share),
                reference: floor.quantile(share))
        }
    }

    private static func inGuest(_ script: String) -> String? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "Tests/VirtualMachine/run-in-guest")
        process.arguments = ["bash", "-c", script]
        let output = Pipe()
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            return nil
        }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }

    // MARK: In the virtual machine

    /// The argument that makes this program handle edges as `edge-floor answer` does.
    static let answer = "answer-edges"

    /// Sets the LED to the level of the button, through a loop on the queue of both.
    static func answerEdges() throws {
        let queue = try RealTimeQueue(name: "answer", configuration: RealTimeConfiguration(locksMemory: true))
        let chip = try GPIODChip(label: "edge-floor", consumer: "benchmarks", queue: queue)
        let (button, led) = try queue.perform {
            let bank = OutputBank(
                lines: try chip.requestOutputs([("led", OutputSettings())]), count: 1, queue: queue,
                observer: DeviceObserver())
            return (
                try Button(
                    name: "button", line: chip.requestInput("button", settings: InputSettings()),
                    debounce: .milliseconds(2), queue: queue, observer: DeviceObserver()),
                LED(name: "led", output: bank.output(0), observer: DeviceObserver())
            )
        }
        let controller = Mobius.loop(
            update: { (_: Bool, isPressed: Bool) in Next<Bool, Never>.next(isPressed) },
            effectHandler: EffectRouter<Never, Bool>().asConnectable
        ).withEventSource(button.changed { $0 }).makeController(from: false, on: queue)
        controller.connectView(led.view { (isPressed: Bool) in .on(if: isPressed) })
        controller.start()
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        while true { sleep(1000) }
    }
}
