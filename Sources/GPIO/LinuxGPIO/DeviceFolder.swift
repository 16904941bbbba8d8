import CarillonGPIO
import CarillonRealTime
import Glibc

/// Notifies of device files that are created, removed, or given other permissions. udev changes permissions a moment
/// after a device file is created.
///
/// It watches `/dev`, in which the kernel and udev create and remove device files, with inotify(7).
struct DeviceFolder {
    static let path = "/dev"

    private let descriptor: Int32
    private let watch: any Disposable & Sendable

    /// - Parameter handler: Called on the queue after one or more changes.
    init(queue: RealTimeQueue, _ handler: @escaping @Sendable () -> Void) throws(GPIOError) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.failure(errno) }
        guard inotify_add_watch(descriptor, Self.path, UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)) >= 0 else {
            let error = Self.failure(errno)
            Glibc.close(descriptor)
            throw error
        }
        do {
            watch = try queue.watch(descriptor: descriptor) {
                Self.empty(descriptor)
                handler()
            }
        } catch {
            Glibc.close(descriptor)
            throw Self.failure(EIO)
        }
        self.descriptor = descriptor
    }

    func close() {
        watch.dispose()
        Glibc.close(descriptor)
    }

    private static func empty(_ descriptor: Int32) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
        }
    }

    private static func failure(_ errno: Int32) -> GPIOError {
        .system(operation: "watching \(path) for GPIO chips", errno: errno)
    }
}
