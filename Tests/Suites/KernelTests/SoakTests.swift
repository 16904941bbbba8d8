import AudioTestSupport
import Foundation
import TestSupport
import Testing

/// The options of `make check LANE=soak`.
enum SoakOptions {
    private static let environment = ProcessInfo.processInfo.environment
    static var isWanted: Bool { environment["CARILLON_SOAK"] != nil }
    /// The time of the guest for all programs together.
    static let duration = Duration.seconds(environment["CARILLON_SOAK"].flatMap { Int($0) } ?? 0)
    static let seed = environment["CARILLON_SOAK_SEED"].flatMap { UInt64($0) } ?? 1
}

extension RealKernel {
    /// Hours of presses and faults. `make check LANE=soak` runs it.
    @Suite(.enabled(if: SoakOptions.isWanted, "run by `make check LANE=soak`"))
    struct SoakTests {
        @Test(arguments: SoakedProgram.all)
        func everyPressIsCountedAndNoResourceGrows(program: SoakedProgram) throws {
            var soak = try Soak(program, seed: SoakOptions.seed)
            defer { soak.end() }
            // A tenth of the time is for what a program creates only once.
            try soak.act(until: 0.1, of: SoakOptions.duration / SoakedProgram.all.count)
            let before = try soak.measure()
            try soak.act(until: 1, of: SoakOptions.duration / SoakedProgram.all.count)
            let after = try soak.measure()
            FileHandle.standardError.write(Data("\(program): \(soak.actsText)\n  \(before)\n  \(after)\n".utf8))
            expectEqual(after.threads, before.threads)
            expectEqual(after.descriptors, before.descriptors)
            #expect(after.memory <= before.memory + 256)
            try soak.finish()
        }
    }
}

/// A program that runs beside a hand that presses its buttons and takes away its chip and its sound card.
private struct Soak {
    /// The resources that the kernel counts for a process.
    struct Resources: CustomStringConvertible {
        let threads: Int
        let descriptors: Int
        /// The private memory in kB.
        let memory: Int

        var description: String { "\(threads) threads, \(descriptors) descriptors, \(memory) kB" }
    }

    /// Linux 6.1 keeps the numbers of a chip for ever that is removed while its lines are in use. There are numbers for 17
    /// such chips, for all programs together.
    private static let mostChips = 5

    /// The numbers of all acts, by their names.
    private var acts: [String: Int] = [:]
    var actsText: String {
        acts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ") + "; \(presses) presses"
    }
    private let subject: SoakedProgram
    private let program: Program
    private let start = ContinuousClock.now
    private var chip: GPIOSimChip
    private var random: SeededGenerator
    /// The presses so far, as the program is to count them.
    private var count = 0
    private var presses = 0

    init(_ subject: SoakedProgram, seed: UInt64) throws {
        self.subject = subject
        random = SeededGenerator(state: seed)
        chip = try GPIOSimChip.raspberryPi4B()
        program = try Program.built(
            subject.path, ["--board", "raspberry-pi-4b", "--sound", "hw:Loopback,0"] + subject.arguments)
        try program.waitForError(containing: "running on")
    }

    func end() {
        program.end()
        chip.remove()
    }

    /// Ends the program, which is to leave its outputs off.
    func finish() throws {
        program.send(SIGTERM)
        expectEqual(try program.waitForExit(), 0)
        #expect(try subject.outputs.allSatisfy { try chip[$0].level == .low })
    }

    func measure() throws -> Resources {
        let folder = "/proc/\(program.identifier)"
        func number(_ key: String, in file: String) throws -> Int {
            let line = try KernelFile(path: "\(folder)/\(file)").read().split(separator: "\n").first {
                $0.hasPrefix("\(key):")
            }
            return try #require(line.flatMap { Int($0.filter(\.isNumber)) })
        }
        return try Resources(
            threads: number("Threads", in: "status"),
            descriptors: FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").count,
            memory: number("RssAnon", in: "status"))
    }

    /// Does one thing after the other at random, and checks that the program has seen each.
    ///
    /// - Parameters:
    ///   - share: The part of the time after which this returns, counted from the start of the soak.
    ///   - time: The time of the soak.
    mutating func act(until share: Double, of time: Duration) throws {
        while start.duration(to: .now) / time < share {
            let names = ["press", "bounce", "press while stopped", "hear", "card", "clock", "idle"]
            let isChipDue = acts["chip", default: 0] < Int(start.duration(to: .now) / time * Double(Self.mostChips))
            try act(isChipDue ? "chip" : names.randomElement(using: &random)!)
        }
    }

    private mutating func act(_ name: String) throws {
        acts[name, default: 0] += 1
        switch name {
        case "press": try press()
        case "bounce": try press(bounces: .random(in: 1...4, using: &random))
        case "press while stopped": try pressWhileStopped()
        case "hear": try hear()
        case "chip": try takeChipAway()
        case "card": try takeCardAway()
        case "clock": setClock()
        default: rest(.milliseconds(.random(in: 1...30_000, using: &random)))
        }
        // Presses follow each other at any distance.
        rest(.milliseconds(.random(in: 60...3000, using: &random)))
    }

    private mutating func press(bounces: Int = 0) throws {
        let press = nextPress()
        try pull(press.line, bounces: bounces, for: .milliseconds(.random(in: 30...1500, using: &random)))
        try check(press)
    }

    /// The kernel keeps 16 edges of each line for a program that is stopped.
    private mutating func pressWhileStopped() throws {
        program.send(SIGSTOP)
        let press = nextPress()
        try pull(press.line, bounces: 0, for: .milliseconds(.random(in: 30...1500, using: &random)))
        rest(.milliseconds(.random(in: 50...5000, using: &random)))
        program.send(SIGCONT)
        try check(press)
    }

    private mutating func hear() throws {
        let capture = try LoopbackCapture()
        defer { capture.end() }
        let press = nextPress()
        try pull(press.line, bounces: 0, for: .milliseconds(100))
        try check(press)
        if press.isHeard { try capture.waitForSound() }
    }

    private mutating func takeChipAway() throws {
        let backs = occurrences(of: " is back")
        if Bool.random(using: &random) {
            let press = nextPress()
            try chip[press.line].pull(.low)
            rest(.milliseconds(200))
            count = press.count
        }
        chip.remove()
        rest(.milliseconds(.random(in: 50...20_000, using: &random)))
        chip = try GPIOSimChip.raspberryPi4B()
        try wait(until: "the chip is back", details: program.errors) { occurrences(of: " is back") > backs }
        try subject.check(chip, count, false)
    }

    private mutating func takeCardAway() throws {
        try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/unbind").write("snd_aloop.0")
        try press()
        rest(.milliseconds(.random(in: 50...20_000, using: &random)))
        try KernelFile(path: "/sys/bus/platform/drivers/snd_aloop/bind").write("snd_aloop.0")
        rest(.seconds(2))
    }

    /// Sets the clock by up to ten days, forward or back.
    private mutating func setClock() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_sec = max(86_400 * 365, time.tv_sec + .random(in: -864_000...864_000, using: &random))
        expectEqual(clock_settime(CLOCK_REALTIME, &time), 0)
    }

    private mutating func nextPress() -> SoakedProgram.Press {
        presses += 1
        return subject.nextPress(count, &random)
    }

    private mutating func check(_ press: SoakedProgram.Press) throws {
        count = press.count
        do {
            try subject.check(chip, count, true)
        } catch {
            throw TimedOut(description: "\(error)\nafter \(actsText)\n\(program.errors.suffix(2000))")
        }
    }

    /// Presses a button whose contact bounces when it closes and when it opens.
    private mutating func pull(_ line: String, bounces: Int, for hold: Duration) throws {
        for level in [GPIOSimLine.Level.low, .high] {
            for _ in 0..<bounces {
                try chip[line].play([(level, .microseconds(.random(in: 100...1500, using: &random)))])
                try chip[line].pull(level == .low ? .high : .low)
                rest(.microseconds(.random(in: 100...1500, using: &random)))
            }
            try chip[line].pull(level)
            rest(level == .low ? hold : .milliseconds(60))
        }
    }

    /// Waits in the guest's time, which advances at once when all wait.
    private func rest(_ duration: Duration) { usleep(UInt32(duration / .microseconds(1))) }

    private func occurrences(of text: String) -> Int { program.errors.components(separatedBy: text).count - 1 }
}
