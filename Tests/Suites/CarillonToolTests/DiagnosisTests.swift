import CarillonAppliance
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Foundation
import TestSupport
import Testing

@testable import CarillonTool

@Suite struct DiagnosisTests {
    @Test func completeBoardIsHealthy() throws {
        let diagnosis = Diagnosis(try machine())
        #expect(diagnosis.isHealthy)
        expectEqual(
            diagnosis.text(isColored: false),
            """
            ✓ system     Debian GNU/Linux 13 (trixie), Linux 6.12.48+rpt-rpi-2712
            ✓ board      Raspberry Pi 5 (raspberry-pi-5)
            ✓ GPIO chip  pinctrl-rp1
            ✓ I2C        i2c-1, i2c-20
            ✓ user       pi, in the groups audio, gpio
            ✓ sound      default, 48000 Hz
            ✓ priority   real-time priority 50
            ✓ memory     can be locked
            ✓ real time  limited to 95% of each second

            """)
    }

    /// Changes of the machine that has all, and the beginning of the line that reports each.
    static let shortcomings: [Row<@Sendable (inout Machine) -> Void, String>] = [
        Row("an unknown board is reported", "✗ board      unknown board \"Acme Board\"; describe the board in a file") {
            ($0.board, $0.chips, $0.model) = (nil, [], "Acme Board")
        },
        Row("a missing device tree is reported", "✗ board      no device tree; describe the board in a file") {
            ($0.board, $0.chips, $0.model) = (nil, [], nil)
        },
        Row(
            "a forbidden chip is reported",
            "✗ GPIO chip  no permission to open /dev/gpiochip0; add the user to the group \"gpio\""
        ) { $0.chips[0].error = .noPermission(path: "/dev/gpiochip0", group: "gpio") },
        Row("a forbidden bus is noted", "– I2C        no permission to open /dev/i2c-1; add the user") {
            $0.buses[0].error = .noPermission(path: "/dev/i2c-1", group: "i2c")
        },
        Row("a machine without a bus is noted", "– I2C        no bus \"i2c-1\" (found: none); enable I2C (dtparam=") {
            $0.buses = []
        },
        Row("an unplayable sound is reported", "✗ sound      cannot open sound device \"default\": no sound card") {
            $0.sound = .failure(.noSoundCard(device: "default"))
        },
        Row("a denied priority is reported", "✗ priority   real-time priority 50 was denied; set LimitRTPRIO") {
            $0.realTime.denials = [.priority(requested: 50, granted: 0), .memoryLock(limit: 65536)]
        },
        Row(
            "denied memory is reported",
            "✗ memory     locking the memory was denied (64 KiB are allowed); set LimitRTPRIO"
        ) { $0.realTime.denials = [.priority(requested: 50, granted: 0), .memoryLock(limit: 65536)] },
        Row(
            "a cgroup without a runtime is reported",
            "✗ priority   real-time priority 50 was denied in the cgroup \"/app\""
        ) { $0.realTime.denials = [.noRealTimeRuntime(requested: 50, cgroup: "/app")] },
        Row("a runtime of 0 is reported", "✗ real time  real-time threads get no processor time; run sysctl") {
            $0.realTime.runtime = 0
        },
        Row(
            "an old Debian is reported",
            "✗ system     Debian GNU/Linux 11 (bullseye), Linux 6.12.48+rpt-rpi-2712: its libraries"
        ) { $0.system = Machine.System(title: "Debian GNU/Linux 11 (bullseye)", debian: 11) },
        Row(
            "another system is noted",
            "– system     Ubuntu 24.04 LTS, Linux 6.12.48+rpt-rpi-2712: Carillon is tested on"
        ) {
            $0.system = Machine.System(title: "Ubuntu 24.04 LTS", debian: nil)
        },
    ]

    @Test(arguments: shortcomings)
    func shortcomingIsReportedWithARemedy(row: Row<@Sendable (inout Machine) -> Void, String>) throws {
        var machine = try machine()
        row.given(&machine)
        let diagnosis = Diagnosis(machine)
        let text = diagnosis.text(isColored: false)
        #expect(("\n" + text).contains("\n" + row.expected), "\(text)", sourceLocation: row.place)
        expectEqual(diagnosis.isHealthy, row.expected.hasPrefix("–"), sourceLocation: row.place)
    }

    @Test func malformedBoardFileIsReported() throws {
        var machine = try machine()
        let file = try TemporaryFile("a: [")
        let fault = expectError(DescriptionError.self) { try Wiring.file(file.path) }
        machine.faults = [try #require(fault)]
        try expect(machine, lacks: "board file", "\(file.path):2:1: ")
    }

    @Test(arguments: [
        ("#1 SMP PREEMPT_RT Debian 6.12.117-1 (2026-11-12)", true),  // linux-image-rt-amd64 of Debian 13
        ("#2 SMP PREEMPT_RT Fri Nov 27 10:00:00 UTC 2026", true),  // unpatched source
        ("#1 PREEMPT_RT", true),
        ("#1 SMP PREEMPT RT Debian 4.19.304-1 (2024-01-09)", true),
        ("#1 SMP PREEMPT_DYNAMIC Debian 6.12.117-1 (2026-11-12)", false),
        ("#1 SMP PREEMPT Debian 1:6.12.48-1+rpt1 (2026-09-16)", false),
        ("#1 SMP PREEMPT_LAZY", false), ("#1 SMP", false), ("", false),
    ]) func realTimeKernelIsRecognisedByItsVersion(_ version: String, isRealTime: Bool) throws {
        var machine = try machine()
        machine.kernel.version = version
        expectEqual(machine.kernel.isRealTime, isRealTime)
        let conditions = LatencyMeasurement.conditions(priority: 50, cpu: nil, kernel: machine.kernel)
        expectEqual(conditions.contains("PREEMPT_RT"), isRealTime)
        let kernel = isRealTime ? ", on a real-time kernel (PREEMPT_RT)" : ""
        #expect(Diagnosis(machine).text(isColored: false).contains("✓ priority   real-time priority 50\(kernel)\n"))
    }

    @Test func runningKernelMatchesUname() throws {
        func uname(_ option: String) throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/uname")
            process.arguments = [option]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return text.trimmingCharacters(in: .newlines)
        }
        let kernel = Kernel(release: try uname("-r"), version: try uname("-v"))
        expectEqual(Kernel.running, kernel)
    }

    @Test func needsOfAWiringAreChecked() throws {
        let file = try TemporaryFile(
            """
            sounds: {a: nowhere.wav}
            displays: {b: i2c-1, c: i2c-7, h: {bus: i2c-7, address: 0x3d}}
            thermometers: {i: ds18b20}
            readers: {f: reader, g: "08ff:0009"}
            leds: {d: {line: GPIO18, pwm: pwmchip0/0}, e: {line: GPIO12, pwm: pwmchip3/0}}
            """)
        var machine = try machine()
        machine.pwmChips = ["pwmchip0"]
        machine.keyFault = { $0 == .named("reader") ? .noDevice($0, present: []) : nil }
        let noBus = "\(BusError.noBus(name: "i2c-7", present: ["i2c-1", "i2c-20"]))"
        machine.addressFault = { address in
            switch address {
            case .i2c(bus: "i2c-7", address: _): noBus
            case .kernel(.oneWire, name: ""): "no sensor of the kernel's w1"
            default: nil
            }
        }
        let check = try DescriptionCheck(path: file.path, board: machine.board)
        var requirements = Requirements(wiring: (file.path, check))
        requirements.libraries = [("libmicrohttpd", nil), ("libmosquitto", "cannot load libmosquitto")]
        requirements.speech = ("de", "\(SpeechError.notInstalled(program: "espeak-ng"))")
        let findings = Diagnosis(machine, for: requirements).findings.suffix(9)
        let subjects = ["wiring", "wiring", "sensor", "bus", "PWM", "keys", "library", "library", "speech"]
        expectEqual(findings.map(\.subject), subjects)
        expectEqual(
            findings.map(\.verdict),
            [.noted] + [
                .missing, .missing, .missing, .missing, .missing, .good, .missing, .missing,
            ])
        let texts = findings.map(\.text)
        #expect(texts[1].hasSuffix("1:13: no sound file \"nowhere.wav\" beside the wiring or in Sounds/"))
        expectEqual(texts[2], "no sensor of the kernel's w1")
        expectEqual(texts[3], noBus)
        #expect(texts[4].hasPrefix("no PWM channel 0 of \"pwmchip3\" in /sys/class/pwm"))
        expectEqual(texts[8], "espeak-ng is not installed; run apt-get install espeak-ng")
        #expect(texts[5].hasPrefix("no input device \"reader\" (found: none); plug it in"))
    }

    @Test func microphonesOfAWiringAreReportedOnceEach() throws {
        let file = try TemporaryFile("microphones: {a: {device: one}, b: {device: two}, c: {device: two}}\n")
        var machine = try machine()
        machine.microphoneFault = { $0 == "one" ? "another program uses it" : nil }
        let check = try DescriptionCheck(path: file.path, board: machine.board)
        let diagnosis = Diagnosis(machine, for: Requirements(wiring: (file.path, check)))
        let findings = diagnosis.findings.filter { $0.subject == "microphone" }
        #expect(!diagnosis.isHealthy)
        expectEqual(findings.map(\.verdict), [.missing, .good])
        expectEqual(findings.map(\.text), ["cannot use microphone \"one\": another program uses it", "two"])
    }

    @Test func wiringThatFitsHasAGoodVerdict() throws {
        let file = try TemporaryFile("leds: {a: GPIO5}\ndisplays: {b: i2c-1}\n")
        let machine = try machine()
        let check = try DescriptionCheck(path: file.path, board: machine.board)
        let finding = try #require(Diagnosis(machine, for: Requirements(wiring: (file.path, check))).findings.last)
        expectEqual(finding.verdict, .good)
        expectEqual(finding.text, file.path)
    }

    @Test func librariesOfOptionsAndOfTheFleetAreListed() throws {
        let file = try TemporaryFile("leds: {a: GPIO5}\nfleet: mqtt://home\n")
        let run = try ToolRun("doctor", "--wiring", file.path, "--page")
        #expect(run.output.contains("libmicrohttpd"))
        #expect(run.output.contains("libmosquitto"))
        #expect(run.output.contains("wiring     \(file.path)\n"))
        #expect(try !ToolRun("doctor").output.contains("library"))
        expectEqual(try ToolRun("doctor", "--wiring", "/nowhere.yaml").status, 2)
    }

    static let releases: [Row<String, Machine.System?>] = [
        Row(
            "a Debian has its version",
            "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\nVERSION_ID=\"12\"\n",
            Machine.System(title: "Debian GNU/Linux 12 (bookworm)", debian: 12)),
        Row(
            "a Raspbian has the version of its Debian",
            "PRETTY_NAME=\"Raspbian GNU/Linux 13 (trixie)\"\nID=raspbian\nID_LIKE=debian\nVERSION_ID=\"13\"",
            Machine.System(title: "Raspbian GNU/Linux 13 (trixie)", debian: 13)),
        Row(
            "an Ubuntu is not a Debian", "PRETTY_NAME='Ubuntu 24.04 LTS'\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=24.04",
            Machine.System(title: "Ubuntu 24.04 LTS", debian: nil)),
        Row("an empty file names no system", "", nil),
    ]

    @Test(arguments: releases) func systemIsReadFromOSRelease(row: Row<String, Machine.System?>) {
        expectEqual(Machine.System(osRelease: row.given), row.expected, sourceLocation: row.place)
    }

    @Test func exitStatusIsOneIfSomethingIsMissing() throws {
        let run = try ToolRun("doctor")
        expectEqual(run.status, (run.output.contains("✗") ? 1 : 0))
        #expect(run.notices.isEmpty)
    }

    private func expect(_ machine: Machine, lacks subject: String, _ text: String) throws {
        let missing = Diagnosis(machine).findings.filter { $0.verdict == .missing }
        let finding = try #require(missing.first { $0.subject == subject })
        #expect(finding.text.hasPrefix(text), "\(finding.text)")
        #expect(!Diagnosis(machine).isHealthy)
    }

    private func machine() throws -> Machine {
        Machine(
            system: Machine.System(title: "Debian GNU/Linux 13 (trixie)", debian: 13),
            kernel: Kernel(release: "6.12.48+rpt-rpi-2712", version: "#1 SMP PREEMPT Debian 1:6.12.48-1"),
            model: "Raspberry Pi 5 Model B Rev 1.0",
            board: try .named("raspberry-pi-5"), faults: [], chips: [Machine.Chip(label: "pinctrl-rp1")],
            buses: [Machine.Bus(name: "i2c-1"), Machine.Bus(name: "i2c-20")], user: "pi",
            groups: ["audio", "gpio"], sound: .success("default, 48000 Hz"),
            realTime: Machine.RealTime(priority: 50, denials: [], runtime: 950_000))
    }
}
