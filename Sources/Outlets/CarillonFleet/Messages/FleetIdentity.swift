/// The id of a box in its fleet, and the name of its program.
public struct FleetIdentity: Equatable, Sendable {
    /// The id in topics: the program's name and 12 hexadecimal digits, such as `doorbell-3f9a02c41b7e`. It does not depend on
    /// the machine's host name.
    public let id: String
    /// The program's name.
    public let program: String

    /// Creates the identity of a program on a machine.
    ///
    /// - Parameters:
    ///   - machineID: The contents of `/etc/machine-id`. The id contains only 48 bits of a hash, from which the confidential
    ///     machine-id cannot be computed.
    ///   - program: The program's name. In the id, upper-case letters become lower-case, and characters other than ASCII
    ///     letters and digits become dashes.
    public init(machineID: String, program: String) {
        let machine = machineID.filter { !$0.isWhitespace }
        let name = String(program.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        let digits = String(Self.hash("\(machine)/\(program)") & 0xFFFF_FFFF_FFFF, radix: 16)
        id = "\(name)-\(String(repeating: "0", count: 12 - digits.count))\(digits)"
        self.program = program
    }

    /// The name shown to users: the program's, with a capital letter.
    var title: String { program.prefix(1).uppercased() + program.dropFirst() }

    /// Returns the 64-bit FNV-1a hash, whose bits are then mixed so that each depends on the whole text.
    private static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
        hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return hash ^ hash >> 33
    }
}
