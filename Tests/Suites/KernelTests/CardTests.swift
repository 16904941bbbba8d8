import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// Readers of cards on the kernel's buses, whose chips the test simulates.
extension RealKernel {
    @Suite final class Cards {
        private let devices: KernelDevices
        private let log = Log()

        init() throws { devices = try KernelDevices() }

        deinit { devices.end() }

        /// Returns the simulated chip of a reader, on its bus. The highest bit of the first byte to an MFRC522 is set for
        /// reading (NXP MFRC522, 8.1.2.3).
        private func model(of text: String) throws -> ModelChip {
            let chip = try #require(RFIDReader.Settings.models.reference(text))
            let place: ModelChip.Place =
                if case .i2c(_, let address) = chip.address { .i2c(address) } else {
                    .spi(select: 2, isRead: { $0 & 0x80 != 0 })
                }
            return try ModelChip(SimulatedCards.make(chip), at: place)
        }

        /// Returns a reader whose cards are logged.
        private func reader(_ text: String, grace: Duration = .milliseconds(500)) throws -> RFIDReader {
            var settings = RFIDReader.Settings()
            settings.grace = grace
            settings.chip = try #require(RFIDReader.Settings.models.reference(text))
            let reader = try devices.make { try RFIDReader("box", settings, in: $0) }
            devices.queue.sync {
                log.follow(reader.present { $0 })
                log.follow(reader.removed(send: "removed"))
            }
            return reader
        }

        /// The first card is not timed: the guest's clock may run on while parts of the program are loaded. Other programs of
        /// the guest, and of the machine around it, may delay any of the others, so the limit is for three of four.
        @Test(arguments: ["mfrc522 spidev1.2", "pn532 i2c-2"])
        func cardIsReportedWithin60Milliseconds(chip: String) throws {
            let model = try model(of: chip)
            defer { model.end() }
            _ = try reader(chip, grace: .zero)
            var times: [Duration] = []
            let ids = ["04a1b2c3", "04112233445566", "04010203040506070809"]
            for round in 0..<101 {
                let (id, count) = (ids[round % ids.count], log.entries.count)
                // At different moments between two searches
                usleep(UInt32(round % 13) * 2500)
                let start = ContinuousClock.now
                model.operate(id)
                try wait(until: "the card is reported", details: "\(log.entries)") { log.entries.count > count }
                times.append(start.duration(to: .now))
                expectEqual(log.entries.last, id)
                model.operate("none")
                try wait(until: "the card is removed", details: "\(log.entries)") { log.entries.last == "removed" }
            }
            let sorted = times.dropFirst().sorted()
            print("card to event, \(chip): p50 \(sorted[49]), p99 \(sorted[98]), at most \(sorted[99])")
            #expect(sorted[74] <= .milliseconds(60))
            expectEqual(devices.failures.entries, [])
        }

        /// NXP MFRC522: 8.1.2, 9.2, 9.3; ISO/IEC 14443-3: 6.4, 6.5. CardProtocolTests has the bytes of the searches before.
        @Test func bytesOnTheBusOfAnMFRC522MatchItsDataSheet() throws {
            let model = try model(of: "mfrc522 spidev1.2")
            defer { model.end() }
            _ = try reader("mfrc522 spidev1.2")
            // The set-up, and two searches
            try wait(until: "the reader has searched twice") { model.transfers.count >= 8 + 2 * 9 }
            let clock = try #require(model.clock)
            #expect(clock.mode == 0 && clock.hertz == 1_000_000)

            model.operate("04a1b2c3")
            try wait(until: "the card is reported") { log.entries == ["04a1b2c3"] }
            let transfers = model.transfers
            // The bytes to the FIFO: wake up, ask for the id, select with check byte and checksum, halt
            let frames: [[UInt8]] = [
                [0x12, 0x52], [0x12, 0x93, 0x20], [0x12, 0x93, 0x70, 0x04, 0xa1, 0xb2, 0xc3, 0xd4, 0x9b, 0x05],
                [0x12, 0x50, 0x00, 0x57, 0xcd],
            ]
            let sent = transfers.map(\.written).filter { $0[0] == 0x12 && $0 != frames[0] }
            expectEqual(Array(sent.prefix(3)), Array(frames.dropFirst()))
            // Each transfer that reads has only the register, and all registers are to the left of a 0.
            #expect(transfers.allSatisfy { $0.written[0] & 1 == 0 })
            #expect(transfers.allSatisfy { ($0.written[0] & 0x80 != 0) == ($0.count == 1 && $0.written.count == 1) })
        }

        /// NXP UM0701-02: 6.2, 7.2.10, 7.3.1, 7.3.5.
        @Test func framesOnTheBusOfAPN532MatchItsManual() throws {
            let model = try model(of: "pn532 i2c-2")
            defer { model.end() }
            _ = try reader("pn532 i2c-2")
            let frames: [[UInt8]] = [
                [0x00, 0x00, 0xff, 0x05, 0xfb, 0xd4, 0x14, 0x01, 0x14, 0x01, 0x02, 0x00],
                [0x00, 0x00, 0xff, 0x06, 0xfa, 0xd4, 0x32, 0x05, 0xff, 0x01, 0x01, 0xf4, 0x00],
                [0x00, 0x00, 0xff, 0x04, 0xfc, 0xd4, 0x4a, 0x01, 0x00, 0xe1, 0x00],
            ]
            // Each command is followed by a read of the acknowledgement and one of the answer.
            try wait(until: "the reader has searched twice") { model.transfers.count >= 12 }
            let transfers = model.transfers.prefix(12)
            expectEqual(transfers.map(\.written).filter { !$0.isEmpty }, frames + frames.suffix(1))
            expectEqual(transfers.filter { $0.written.isEmpty }.map(\.count), [7, 32, 7, 32, 7, 32, 7, 32])
        }

        /// An MFRC522 that is unplugged reads as 0xff. A PN532 does not acknowledge its address.
        @Test(arguments: ["mfrc522 spidev1.2", "pn532 i2c-2"])
        func unpluggedReaderIsReportedOnceAndReadsAgainWhenItIsBack(chip: String) throws {
            let model = try model(of: chip)
            defer { model.end() }
            _ = try reader(chip)
            model.operate("04a1b2c3")
            try wait(until: "the card is reported") { log.entries == ["04a1b2c3"] }
            model.unplug()
            try wait(until: "the card is removed") { log.entries == ["04a1b2c3", "removed"] }
            let requests = model.requests
            try wait(until: "the reader has been searched for") { model.requests > requests + 3 }
            expectEqual(devices.failures.entries.count, 1, "\(devices.failures.entries)")
            model.plugIn()
            try wait(until: "the card is reported again") { log.entries == ["04a1b2c3", "removed", "04a1b2c3"] }
            expectEqual(devices.failures.entries.count, 1, "\(devices.failures.entries)")
        }

        /// The kernel ends a transfer after 1 s without an answer.
        @Test(arguments: ["mfrc522 spidev1.2", "pn532 i2c-2"])
        func hangingBusDoesNotDelayWorkOnTheQueue(chip: String) throws {
            let model = try model(of: chip)
            defer { model.end() }
            _ = try reader(chip)
            try wait(until: "the reader has searched") { model.transfers.count > 20 }
            model.hang()
            usleep(100_000)
            let count = model.transfers.count
            for _ in 0..<100 { devices.queue.sync {} }
            expectEqual(devices.failures.entries, [])
            expectEqual(model.transfers.count, count)
            try wait(until: "the failure is reported") { !devices.failures.entries.isEmpty }
            model.resume()
            model.operate("04a1b2c3")
            try wait(until: "the card is reported") { log.entries == ["04a1b2c3"] }
            expectEqual(devices.failures.entries.count, 1, "\(devices.failures.entries)")
        }
    }
}
