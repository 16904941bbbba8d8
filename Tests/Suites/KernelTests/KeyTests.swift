import CarillonGPIO
import Foundation
import TestSupport
import Testing

@testable import CarillonDevices

/// Keypads and readers that the test plugs in (uinput), through the kernel's event devices.
extension RealKernel {
    @Suite final class Keys {
        private static let (one, five, zero, enter): (UInt16, UInt16, UInt16, UInt16) = (2, 6, 11, 28)
        private let devices: KernelDevices
        private let log = Log()

        init() throws { devices = try KernelDevices() }

        deinit { devices.end() }

        /// Returns a keypad whose presses and releases are logged.
        private func keypad(_ device: String) throws -> Keypad {
            var settings = KeySettings()
            KeySettings.of(device)(&settings)
            let keypad = try devices.make { try Keypad("pad", settings, in: $0) }
            devices.queue.sync {
                log.follow(keypad.pressed(repeating: true) { "+\($0)" })
                if let released = try? keypad.released("KEY_5", send: "-KEY_5") { log.follow(released) }
            }
            return keypad
        }

        /// Returns a reader whose lines are logged.
        private func reader(_ device: String) throws -> Reader {
            var settings = Reader.Settings()
            settings.source = KeySource(device) ?? settings.source
            let reader = try devices.make { try Reader("door", settings, in: $0) }
            devices.queue.sync { log.follow(reader.line { $0 }) }
            return reader
        }

        /// The kernel repeats after 250 ms, and then every 33 ms.
        @Test func heldKeyIsRepeatedByTheKernel() throws {
            let pad = try UInputDevice("Remote", repeats: true)
            defer { pad.unplug() }
            _ = try keypad("Remote")
            try pad.press(Self.five)
            try wait(until: "the key has been repeated twice") { log.entries.count >= 3 }
            try pad.release(Self.five)
            try wait(until: "the key is released") { log.entries.last == "-KEY_5" }
            #expect(log.entries.dropLast().allSatisfy { $0 == "+KEY_5" })
        }

        @Test func readerIsFoundByItsUSBIDAndTypesALine() throws {
            let usb = try UInputDevice("HXGCoLtd Keyboard", vendor: 0x08ff, product: 0x0009)
            defer { usb.unplug() }
            let reader = try reader("08ff:0009")
            // 0012345678
            try usb.type([Self.zero, Self.zero, 2, 3, 4, 5, 6, 7, 8, 9, Self.enter])
            try wait(until: "the line is read") { !log.entries.isEmpty }
            expectEqual(log.entries, ["0012345678"])
            expectEqual(devices.queue.perform { reader.lastLine }, "0012345678")
        }

        @Test func grabbedReaderTypesIntoNoOtherProgramAndIsInUse() throws {
            let usb = try UInputDevice("HXGCoLtd Keyboard")
            defer { usb.unplug() }
            let console = open(try usb.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            defer { close(console) }
            try #require(console >= 0)
            var bytes = [UInt8](repeating: 0, count: 4096)
            try usb.type([Self.one])
            // A press, a release, and a report after each
            expectEqual(read(console, &bytes, bytes.count), 4 * 24)
            _ = try reader("HXGCoLtd Keyboard")
            try usb.type([Self.one, Self.enter])
            try wait(until: "the line is read") { log.entries == ["1"] }
            #expect(read(console, &bytes, bytes.count) == -1 && errno == EAGAIN)
            _ = try keypad("HXGCoLtd Keyboard")
            try wait(until: "the failure is reported") { !devices.failures.entries.isEmpty }
            expectEqual(devices.failures.entries, ["\(KeyInputError.inUse(.named("HXGCoLtd Keyboard")))"])
        }

        @Test func unpluggedKeypadReleasesItsKeysAndWorksAgainWhenItIsBack() throws {
            var pad = try UInputDevice("Number Pad")
            defer { pad.unplug() }
            let keypad = try keypad("Number Pad")
            for round in 1...3 {
                // Presses before the keypad has been opened again are not reported.
                let presses = count(of: "+KEY_1")
                try wait(until: "the keypad is there", details: "\(devices.failures.entries)") {
                    try pad.type([Self.one])
                    return count(of: "+KEY_1") > presses
                }
                try pad.press(Self.five)
                try wait(until: "the key is down") { keysDown(on: keypad) == [Self.five] }
                pad.unplug()
                try wait(until: "the key is released", details: "\(log.entries)") { count(of: "-KEY_5") == round }
                expectEqual(devices.failures.entries.count, round)
                expectEqual(devices.failures.entries.last, "\(KeyInputError.gone(.named("Number Pad")))")
                pad = try UInputDevice("Number Pad")
            }
        }

        /// The kernel keeps 64 events for a program. A longer burst is lost, and the program asks for the keys that are down.
        @Test func keysAreCorrectAfterTheKernelHasLostEvents() throws {
            let pad = try UInputDevice("Number Pad")
            defer { pad.unplug() }
            let keypad = try keypad("Number Pad")
            for presses in 16..<48 {
                try pad.press(Self.five)
                try wait(until: "5 is down") { keysDown(on: keypad) == [Self.five] }
                try devices.queue.perform {
                    try pad.type(Array(repeating: Self.one, count: presses))
                    try pad.release(Self.five)
                    try pad.press(Self.zero)
                }
                try wait(until: "only 0 is down after \(presses) presses", details: "\(keysDown(on: keypad))") {
                    keysDown(on: keypad) == [Self.zero]
                }
                try pad.release(Self.zero)
                try wait(until: "no key is down") { keysDown(on: keypad) == [] }
            }
            expectEqual(count(of: "-KEY_5"), 32)
            #expect(count(of: "+KEY_1") < (16..<48).reduce(0, +))
        }

        private func count(of entry: String) -> Int { log.entries.count { $0 == entry } }

        private func keysDown(on keypad: Keypad) -> [UInt16] {
            devices.queue.perform { keypad.keysDown.map(\.number) }
        }
    }
}
