import CarillonGPIO
import CarillonScheduling
import Foundation
import TestSupport
import Testing

@testable import LinuxGPIO

/// The numbers of the machine, from files like the kernel's, and pings of this machine.
@Suite struct MachineSensorTests {
    private let root: TemporaryFolder

    init() throws { root = try TemporaryFolder() }

    private func read(_ name: String, root: String? = nil) throws -> Double? {
        let sensor = MachineSensor(name, bus: VirtualTime(), root: root ?? self.root.path)
        return Double(String(decoding: try sensor.transfer([], reading: 32), as: UTF8.self))
    }

    @Test(arguments: [("0.50 0.30 0.20 1/234 567\n", 4, 12.5), ("8.00 1 1 1/2 3", 2, 400), ("0.01 0 0", 0, 1)])
    func loadIsReportedAsAPercentageOfTheProcessors(text: String, processors: Int, percent: Double) {
        expectEqual(MachineSensor.load(text, processors: processors), percent)
    }

    @Test func numbersAreReadFromTheKernelsFiles() throws {
        try root.write("MemTotal:        2000 kB\nMemFree:  5 kB\nMemAvailable:    500 kB\n", to: "meminfo")
        try root.write("90.50 300.00\n", to: "uptime")
        expectEqual(try read("memory"), 25)
        expectEqual(try read("uptime"), 1.51)
    }

    @Test(arguments: ["load", "memory", "uptime", "disk /nowhere", "temperature"])
    func sensorWithoutItsNumberIsAbsent(name: String) {
        #expect(throws: BusError.noAnswer(.kernel(.machine, name: name))) { try read(name) }
    }

    @Test func freeSpaceIsReportedAsAPercentage() throws {
        let space = try #require(try read("disk \(root.path)"))
        let attributes = try FileManager.default.attributesOfFileSystem(forPath: root.path)
        let free = try #require(attributes[.systemFreeSize] as? NSNumber).doubleValue
        let all = try #require(attributes[.systemSize] as? NSNumber).doubleValue
        #expect((0...100).contains(space))
        // Foundation counts the space for root as used.
        #expect(space >= free / all * 100 - 5)
    }

    @Test func eachNumberCanBeReadOnThisMachine() throws {
        for name in ["load", "memory", "uptime", "disk /"] { #expect(try read(name, root: "/proc") != nil) }
    }

    // MARK: Pings

    @Test func replyIsMatchedToItsRequest() {
        let echo = Echo(isIPv6: false, sequence: 0x1234)
        expectEqual(echo.request, [8, 0, 0, 0, 0, 0, 0x12, 0x34])
        #expect(echo.isAnswered(by: [0, 0, 1, 2, 3, 4, 0x12, 0x34]))
        #expect(!echo.isAnswered(by: [0, 0, 1, 2, 3, 4, 0x12, 0x33]))
        #expect(!echo.isAnswered(by: [3, 0, 1, 2, 3, 4, 0x12, 0x34]))
        #expect(!echo.isAnswered(by: [0, 0, 1, 2, 3, 4, 0x12]))
        let echo6 = Echo(isIPv6: true, sequence: 1)
        expectEqual(echo6.request[0], 128)
        #expect(echo6.isAnswered(by: [129, 0, 1, 2, 3, 4, 0, 1]))
    }

    @Test func gatewayIsReadFromTheDefaultRoute() {
        let table = """
            Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
            eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
            eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0

            """
        let isLittleEndian = 1.littleEndian == 1
        expectEqual(Gateway.address(table), (isLittleEndian ? "192.168.1.1" : "1.1.168.192"))
        expectEqual(Gateway.address("Iface\tDestination\n"), nil)
        expectEqual(Gateway.address(""), nil)
    }

    @Test(.enabled(if: PingedHost.fault == nil), arguments: ["127.0.0.1", "localhost"])
    func thisMachineAnswersAPing(host: String) throws {
        let bytes = try PingedHost(host, bus: VirtualTime()).transfer([], reading: 32)
        let time = try #require(Double(String(decoding: bytes, as: UTF8.self)))
        #expect((0...1000).contains(time))
    }

    @Test(.enabled(if: PingedHost.fault == nil))
    func unknownHostIsReportedAsNotAnswering() {
        #expect(throws: BusError.noAnswer(.kernel(.network, name: "no.invalid"))) {
            try PingedHost("no.invalid", bus: VirtualTime()).transfer([], reading: 32)
        }
    }
}
