import Glibc

/// An error that a real-time queue or thread reports.
public enum RealTimeError: Error, Equatable {
    /// The thread could not be started.
    case noThread(name: String, errno: Int32)
    /// The system has no descriptor left for the queue itself.
    case noDescriptor(errno: Int32)
    /// The descriptor cannot be watched. `EPERM` means that it is a regular file, which is always readable.
    case cannotWatch(descriptor: Int32, errno: Int32)
    /// The queue has been stopped, so it cannot watch a descriptor.
    case stopped(queue: String)
    /// The system denied a required privilege.
    case denied([RealTimeDenial])
}

extension RealTimeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noThread(let name, let errno):
            "cannot start thread \"\(name)\": \(reason(errno)); check `ulimit -u` and the service's TasksMax"
        case .noDescriptor(let errno):
            "cannot create a descriptor for the queue: \(reason(errno)); check `ulimit -n`"
        case .cannotWatch(let descriptor, let errno):
            "cannot watch descriptor \(descriptor): \(reason(errno))"
        case .stopped(let queue):
            "the queue \"\(queue)\" has been stopped; use it before `stop`, or create another one"
        case .denied(let denials):
            RealTimeDenial.describe(denials)
        }
    }
}

private func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }
