import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// Touch keys on a bus of the kernel, whose chip the test simulates.
extension RealKernel {
    @Suite final class Touch {
        private let devices: KernelDevices
        private let model: ModelChip
        private let log = Log()

        init() throws {
            devices = try KernelDevices()
            model = try ModelChip(SimulatedMPR121(), at: .i2c(0x5a))
            var settings = TouchKeys.Settings()
            settings.chip = try #require(TouchKeys.Settings.models.reference("mpr121 i2c-2"))
            let keys = try devices.make { try TouchKeys("fruit", settings, in: $0) }
            devices.queue.sync {
                log.follow(keys.touched { "+\($0)" })
                log.follow(keys.released { "-\($0)" })
            }
        }

        deinit {
            devices.end()
            model.end()
        }

        /// Freescale MPR121 Rev. 4: table 2, chapter 5; AN3944. A chip that was not there has not confirmed the values.
        @Test func bytesOnTheBusOfAnMPR121MatchItsDataSheet() throws {
            let thresholds: [UInt8] = Array(repeating: [0x0f, 0x0a], count: 12).flatMap { $0 }
            let expected: [ModelChip.Transfer] = [
                .init(written: [0x80, 0x63], count: 0),
                .init(written: [0x5d], count: 1),
                .init(written: [0x2b, 0x01, 0x01, 0x00, 0x00, 0x01, 0x01, 0xff, 0x02, 0x00, 0x00, 0x00], count: 0),
                .init(written: [0x41] + thresholds, count: 0),
                .init(written: [0x5b, 0x11, 0x10, 0x21], count: 0),
                .init(written: [0x7b, 0x0b, 0x00, 0xc9, 0x83, 0xb5], count: 0),
                .init(written: [0x5e, 0x8c], count: 0),
                .init(written: [0x5e], count: 1),
                .init(written: [0x00], count: 2),
                .init(written: [0x5e], count: 1),
                .init(written: [0x00], count: 2),
            ]
            try wait(until: "the keys have been read twice") { model.transfers.count >= expected.count }
            expectEqual(Array(model.transfers.prefix(expected.count)), expected)
        }

        /// A chip that loses its power for less than a reading answers, but does not run.
        @Test func mpr121ThatHasLostItsPowerIsSetUpAgain() throws {
            try wait(until: "the keys have been read") { model.transfers.count > 10 }
            model.unplug()
            model.plugIn()
            let count = model.transfers.count
            try wait(until: "the chip is set up") {
                model.transfers.dropFirst(count).contains { $0.written == [0x5e, 0x8c] }
            }
            model.operate("5")
            try wait(until: "the key is touched") { log.entries == ["+5"] }
            expectEqual(devices.failures.entries, [])
        }
    }
}
