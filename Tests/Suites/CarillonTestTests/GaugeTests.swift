import CarillonGPIO
import CarillonTest
import MobiusCore
import TestSupport
import Testing

/// The numbers of the machine on the bench.
@Suite struct GaugeTests {
    private let log = Log()

    @Test(arguments: ["load", "memory", "uptime", "disk /", "ping gateway"])
    func gaugeMeasuresEachSource(source: String) throws {
        let bench = try Bench(wiring: Wiring(.gauge("it", source)))
        try bench.measure(42, at: "it")
        expectEqual(try bench.gauge("it").value, 42)
    }

    @Test func hostIsReportedAsPresentAndAbsent() throws {
        let bench = try Bench(wiring: Wiring(.gauge("phone", "ping 192.168.1.23")))
        let phone = try bench.gauge("phone")
        log.follow(phone.present(send: "home"))
        log.follow(phone.absent(send: "out"))
        bench.advance(by: .seconds(10))
        try bench.measure(80, at: "phone")
        try bench.unplug("phone")
        bench.advance(by: .seconds(3600))
        try bench.plugIn("phone")
        bench.advance(by: .seconds(10))
        expectEqual(log.entries, ["home", "out", "home"])
        expectEqual(bench.failures.count, 1)
        expectEqual(bench.failures.first?.contains("no answer from 192.168.1.23"), true)
    }

    @Test func silentHostStaysPresentUntilItsGraceEnds() throws {
        let bench = try Bench(
            wiring: Wiring(
                .gauge("phone", "ping phone.local") { $0.grace = .seconds(180) },
                .gauge("disk", "disk /media") { $0.grace = .seconds(180) }))
        let (phone, disk) = (try bench.gauge("phone"), try bench.gauge("disk"))
        log.follow(phone.absent(send: "out"))
        bench.advance(by: .seconds(10))
        try bench.unplug("phone")
        try bench.unplug("disk")
        bench.advance(by: .seconds(100))
        #expect(phone.value != nil)
        expectEqual(log.entries, [])
        // Only a host has a grace.
        expectEqual(disk.value, nil)
        bench.advance(by: .seconds(100))
        expectEqual(phone.value, nil)
        expectEqual(log.entries, ["out"])
    }

    @Test(arguments: [
        ("load", GaugeSource.load), ("disk", .disk(path: "/")), ("disk /my disk", .disk(path: "/my disk")),
        ("ping fe80::1%eth0", .ping(host: "fe80::1%eth0")), ("load 1", nil), ("disk var", nil), ("ping", nil),
        ("ping a b", nil), ("ping -f", nil), ("speed", nil), ("", nil),
    ])
    func gaugeSourceIsParsed(text: String, source: GaugeSource?) {
        expectEqual(GaugeSource(text), source)
    }

    @Test func fleetShowsTheNumberAndThePresence() throws {
        let bench = try Bench(
            wiring: Wiring(.gauge("phone", "ping 192.168.1.23"), .gauge("disk", "disk /")), fleet: .homeAssistant
        ) { board in
            Mobius.loop(
                update: { (_: Double, new: Double) in Next<Double, Bool>.next(new) },
                effectHandler: EffectRouter<Bool, Double>().asConnectable
            )
            .withEventSource(try board.gauge("disk").changed { $0 })
            .makeController(from: 0, on: board.queue)
        }
        bench.advance(by: .seconds(10))
        expectEqual(bench.broker["gauge/disk"], "50")
        expectEqual(bench.broker["gauge/phone/present"], "ON")
        try bench.unplug("phone")
        bench.advance(by: .seconds(20))
        expectEqual(bench.broker["gauge/phone/present"], "OFF")
    }
}
