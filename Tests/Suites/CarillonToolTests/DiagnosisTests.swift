import CarillonAppliance
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import TestSupport
import Testing

@testable import carillon

@Suite struct DiagnosisTests {
    @Test func boardThatHasAllIsHealthy() throws {
        let diagnosis = Diagnosis(try machine())
        #expect(diagnosis.isHealthy)
        #expect(
            diagnosis.text(isColored: false) == """
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

    @Test func unknownMachineGetsARemedy() throws {
        var machine = try machine()
        (machine.board, machine.chips, machine.model) = (nil, [], "Acme Board")
        try expect(machine, lacks: "board", "unknown board \"Acme Board\"; describe the board in a file")
        machine.model = nil
        try expect(machine, lacks: "board", "no device tree; describe the board in a file")
    }

    @Test func malformedBoardFileIsReported() throws {
        var machine = try machine()
        let file = try TemporaryFile("a: [")
        let fault = expectError(DescriptionError.self) { try Wiring.file(file.path) }
        machine.faults = [try #require(fault)]
        try expect(machine, lacks: "board file", "\(file.path):2:1: ")
    }

    @Test func forbiddenChipIsReportedWithItsGroup() throws {
        var machine = try machine()
        machine.chips[0].error = .noPermission(path: "/dev/gpiochip0", group: "gpio")
        try expect(
            machine, lacks: "GPIO chip", "no permission to open /dev/gpiochip0; add the user to the group \"gpio\"")
    }

    @Test func unusableBusesAreNotedWithARemedy() throws {
        var machine = try machine()
        machine.buses[0].error = .noPermission(path: "/dev/i2c-1", group: "i2c")
        #expect(Diagnosis(machine).isHealthy)
        #expect(
            Diagnosis(machine).text(isColored: false).contains(
                "– I2C        no permission to open /dev/i2c-1; add the user")
        )
        machine.buses = []
        #expect(Diagnosis(machine).isHealthy)
        #expect(Diagnosis(machine).text(isColored: false).contains("enable I2C (dtparam=i2c_arm=on in"))
    }

    @Test func unplayableSoundIsReported() throws {
        var machine = try machine()
        machine.sound = .failure(.noSoundCard(device: "default"))
        try expect(machine, lacks: "sound", "cannot open sound device \"default\": no sound card")
    }

    @Test func deniedRealTimePrivilegesAreReported() throws {
        var machine = try machine()
        machine.realTime.denials = [.priority(requested: 50, granted: 0), .memoryLock(limit: 65536)]
        try expect(
            machine, lacks: "priority", "real-time priority 50 was denied; set LimitRTPRIO")
        try expect(machine, lacks: "memory", "locking the memory was denied (64 KiB are allowed); set LimitRTPRIO")
        machine.realTime.denials = [.noRealTimeRuntime(requested: 50, cgroup: "/app")]
        try expect(machine, lacks: "priority", "real-time priority 50 was denied in the cgroup \"/app\"")
        machine.realTime.runtime = 0
        try expect(machine, lacks: "real time", "real-time threads get no processor time; run sysctl")
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
        #expect(findings.map(\.subject) == subjects)
        #expect(
            findings.map(\.verdict) == [.noted] + [
                .missing, .missing, .missing, .missing, .missing, .good, .missing, .missing,
            ])
        let texts = findings.map(\.text)
        #expect(texts[1].hasSuffix("1:13: no sound file \"nowhere.wav\" beside the wiring or in Sounds/"))
        #expect(texts[2] == "no sensor of the kernel's w1")
        #expect(texts[3] == noBus)
        #expect(texts[4].hasPrefix("no PWM channel 0 of \"pwmchip3\" in /sys/class/pwm"))
        #expect(texts[8] == "espeak-ng is not installed; run apt-get install espeak-ng")
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
        #expect(findings.map(\.verdict) == [.missing, .good])
        #expect(findings.map(\.text) == ["cannot use microphone \"one\": another program uses it", "two"])
    }

    @Test func wiringThatFitsIsGood() throws {
        let file = try TemporaryFile("leds: {a: GPIO5}\ndisplays: {b: i2c-1}\n")
        let machine = try machine()
        let check = try DescriptionCheck(path: file.path, board: machine.board)
        let finding = try #require(Diagnosis(machine, for: Requirements(wiring: (file.path, check))).findings.last)
        #expect(finding.verdict == .good)
        #expect(finding.text == file.path)
    }

    @Test func librariesOfOptionsAndOfTheFleetAreListed() throws {
        let file = try TemporaryFile("leds: {a: GPIO5}\nfleet: mqtt://home\n")
        let run = try ToolRun("doctor", "--wiring", file.path, "--page")
        #expect(run.output.contains("libmicrohttpd"))
        #expect(run.output.contains("libmosquitto"))
        #expect(run.output.contains("wiring     \(file.path)\n"))
        #expect(try !ToolRun("doctor").output.contains("library"))
        #expect(try ToolRun("doctor", "--wiring", "/nowhere.yaml").status == 2)
    }

    @Test func oldDebianIsMissingAndAnotherSystemIsOnlyNoted() throws {
        var machine = try machine()
        machine.system = Machine.System(title: "Debian GNU/Linux 11 (bullseye)", debian: 11)
        try expect(
            machine, lacks: "system", "Debian GNU/Linux 11 (bullseye), Linux 6.12.48+rpt-rpi-2712: its libraries")
        machine.system = Machine.System(title: "Ubuntu 24.04 LTS", debian: nil)
        #expect(Diagnosis(machine).isHealthy)
    }

    @Test(arguments: [
        ("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nID=debian\nVERSION_ID=\"12\"\n", 12),
        ("PRETTY_NAME=\"Raspbian GNU/Linux 13 (trixie)\"\nID=raspbian\nID_LIKE=debian\nVERSION_ID=\"13\"", 13),
        ("PRETTY_NAME='Ubuntu 24.04 LTS'\nID=ubuntu\nID_LIKE=debian\nVERSION_ID=24.04", nil),
    ])
    func systemIsReadFromItsRelease(text: String, debian: Int?) {
        #expect(Machine.System(osRelease: text)?.debian == debian)
    }

    @Test func fileThatNamesNoSystemIsNone() {
        #expect(Machine.System(osRelease: "") == nil)
    }

    @Test func exitStatusIsOneIfSomethingIsMissing() throws {
        let run = try ToolRun("doctor")
        #expect(run.status == (run.output.contains("✗") ? 1 : 0))
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
            kernel: "6.12.48+rpt-rpi-2712", model: "Raspberry Pi 5 Model B Rev 1.0",
            board: try .named("raspberry-pi-5"), faults: [], chips: [Machine.Chip(label: "pinctrl-rp1")],
            buses: [Machine.Bus(name: "i2c-1"), Machine.Bus(name: "i2c-20")], user: "pi",
            groups: ["audio", "gpio"], sound: .success("default, 48000 Hz"),
            realTime: Machine.RealTime(priority: 50, denials: [], runtime: 950_000, isPreemptible: false))
    }
}
