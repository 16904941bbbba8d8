import CLibrary

/// An error that concerns an input device with keys.
public enum KeyInputError: Error, Equatable {
    /// There is no such device. `present` lists the existing devices.
    case noDevice(KeySource, present: [String])
    /// The user may not open the device.
    case noPermission(path: String)
    /// Another program, or another device of the wiring, uses the keys.
    case inUse(KeySource)
    /// The device has disappeared, for example because it was unplugged.
    case gone(KeySource)
    /// No key has this name.
    case noKey(name: String)
    /// The kernel refused the operation, with this error number.
    case system(operation: String, errno: Int32)
}

extension KeyInputError: CustomStringConvertible {
    /// The error, with the name of the device, and its remedy.
    public var description: String {
        switch self {
        case .noDevice(let source, let present):
            "no input device \"\(source)\" (found: \(present.isEmpty ? "none" : present.joined(separator: ", "))); "
                + "plug it in, or correct its name in the wiring"
        case .noPermission(let path):
            "no permission to open \(path); add the user to the group \"input\" (sudo usermod -aG input $USER) and log in "
                + "again"
        case .inUse(let source): "another program uses the input device \"\(source)\"; end that program"
        case .gone(let source): "the input device \"\(source)\" has gone away; it resumes when it is back"
        case .noKey(let name): "no key is called \"\(name)\"; \(KeyCode.keyMeant(by: name))"
        case .system(let operation, let errno): "\(operation): \(String(cString: strerror(errno)))"
        }
    }
}
