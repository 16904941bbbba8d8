import CLibrary
import CarillonGPIO
import CarillonRealTime

/// The input devices of the kernel, and the notification of their comings and goings.
struct KeyFolder {
    static let path = "/dev/input"

    private let descriptor: Int32
    private let watch: any Disposable & Sendable

    /// - Parameter handler: Called on the queue after a device file has been created or has got its permissions.
    /// - Throws: `KeyInputError.system`.
    init(queue: RealTimeQueue, _ handler: @escaping @Sendable () -> Void) throws(KeyInputError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw .system(operation: "watching \(Self.path)", errno: errno) }
        // The folder comes with the first device.
        Self.add("/dev", to: descriptor)
        Self.add(Self.path, to: descriptor)
        do {
            watch = try queue.watch(descriptor: descriptor) {
                withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                    while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
                }
                Self.add(Self.path, to: descriptor)
                handler()
            }
        } catch {
            Glibc.close(descriptor)
            throw .system(operation: "watching \(Self.path)", errno: EIO)
        }
        self.descriptor = descriptor
    }

    /// Watches a folder, unless it is watched already or does not exist.
    private static func add(_ folder: String, to descriptor: Int32) {
        _ = inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_ATTRIB))
    }

    func close() {
        watch.dispose()
        Glibc.close(descriptor)
    }

    /// A device of the kernel.
    struct Entry {
        let path: String
        let name: String
        private let ids: [UInt16?]

        /// Reads the description of a device, which any user may.
        init(_ file: String) {
            path = "\(KeyFolder.path)/\(file)"
            let folder = "/sys/class/input/\(file)/device"
            name = KeyFolder.text("\(folder)/name")
            ids = ["vendor", "product"].map { UInt16(KeyFolder.text("\(folder)/id/\($0)"), radix: 16) }
        }

        /// Returns whether the device is that of a source. Some have several device files with the same name or ids.
        func matches(_ source: KeySource) -> Bool {
            switch source {
            case .named(let wanted): name == wanted
            case .usb(let vendor, let product): ids == [vendor, product]
            }
        }
    }

    /// The devices that are present.
    static var entries: [Entry] {
        CLibrary.entries(ofFolder: path).filter { $0.hasPrefix("event") }.map(Entry.init)
    }

    private static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { Glibc.close(file) }
        return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
            let count = read(file, buffer.baseAddress, buffer.count)
            let text = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
            return String(text.prefix { !$0.isNewline })
        }
    }
}
