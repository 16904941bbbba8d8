import Foundation

/// An input device that the test is (uinput): a keypad, or a card reader that types.
final class UInputDevice {
    /// The requests of ioctl(2), from the kernel's linux/uinput.h.
    private enum Control {
        static let (create, destroy, setUp): (UInt, UInt, UInt) = (0x5501, 0x5502, 0x405c_5503)
        static let (setEvent, setKey): (UInt, UInt) = (0x4004_5564, 0x4004_5565)
    }

    /// The types of events, from the kernel's linux/input-event-codes.h.
    private enum Event {
        static let (report, key, repetition): (UInt16, UInt16, UInt16) = (0x00, 0x01, 0x14)
    }

    private static let usb: UInt16 = 3
    private let file: Int32
    private let name: String

    /// Plugs in a device with the keys of a keyboard, until `unplug()`.
    ///
    /// - Parameter repeats: Whether the kernel repeats a key that is held.
    init(_ name: String, vendor: UInt16 = 0x1234, product: UInt16 = 0x5678, repeats: Bool = false) throws {
        self.name = name
        file = try Self.check(open("/dev/uinput", O_WRONLY | O_CLOEXEC), "open /dev/uinput")
        for event in [Event.key] + (repeats ? [Event.repetition] : []) {
            try Self.check(ioctl(file, Control.setEvent, CInt(event)), "set the events")
        }
        for key in 1...127 { try Self.check(ioctl(file, Control.setKey, CInt(key)), "set the keys") }
        // struct uinput_setup: the bus, the vendor, the product and the version; the name; a number of effects.
        var setUp = [Self.usb, vendor, product, 1].flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
        setUp += Array(name.utf8) + [UInt8](repeating: 0, count: 84 - name.utf8.count)
        try Self.check(ioctl(file, Control.setUp, &setUp), "describe the device")
        try Self.check(ioctl(file, Control.create), "create the device")
    }

    /// The path of the device file, such as `/dev/input/event0`.
    var path: String {
        get throws {
            let events = try FileManager.default.contentsOfDirectory(atPath: "/sys/class/input").first { file in
                file.hasPrefix("event")
                    && (try? KernelFile(path: "/sys/class/input/\(file)/device/name").read()) == name
            }
            guard let events else { throw KernelFileError(description: "\(name) has no device file") }
            return "/dev/input/\(events)"
        }
    }

    func press(_ key: UInt16) throws { try change(key, to: 1) }
    func release(_ key: UInt16) throws { try change(key, to: 0) }

    /// Presses and releases keys without a pause, as a reader types.
    func type(_ keys: [UInt16]) throws {
        for key in keys {
            try press(key)
            try release(key)
        }
    }

    func unplug() {
        _ = ioctl(file, Control.destroy)
        close(file)
    }

    private func change(_ key: UInt16, to value: Int32) throws {
        try send(Event.key, key, value)
        try send(Event.report, 0, 0)
    }

    /// Sends a struct input_event; the kernel sets its time.
    private func send(_ type: UInt16, _ code: UInt16, _ value: Int32) throws {
        var event = [UInt8](repeating: 0, count: 16)
        for number in [type, code] { event += [UInt8(number & 0xff), UInt8(number >> 8)] }
        event += withUnsafeBytes(of: value.littleEndian) { Array($0) }
        guard write(file, event, event.count) == event.count else { throw Self.failure("send an event") }
    }

    @discardableResult private static func check(_ result: Int32, _ operation: String) throws -> Int32 {
        guard result >= 0 else { throw failure(operation) }
        return result
    }

    private static func failure(_ operation: String) -> KernelFileError {
        KernelFileError(description: "cannot \(operation): \(String(cString: strerror(errno)))")
    }
}
