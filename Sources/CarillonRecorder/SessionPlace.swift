/// The place of a recording: the argument of `--record`, or a temporary file.
enum SessionPlace: Equatable {
    /// The maximum size of a recording in MiB.
    static let mostMegabytes = 100

    /// A new file.
    case file(String)
    /// The ring in the service's state directory, of a limited size in MiB.
    case ring(megabytes: Int)
    /// A file without a name, which keeps the last 1 MB and ends with the program.
    case temporary

    /// The argument cannot be used.
    struct Unusable: Error, Equatable, CustomStringConvertible {
        let argument: String
        var description: String {
            "--record \(argument): the size of a ring is from 1 to \(SessionPlace.mostMegabytes) MB, such as ring:4"
        }
    }

    /// - Parameter argument: `ring`, `ring:MEGABYTES`, or a file.
    init(_ argument: String) throws(Unusable) {
        let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts.first, parts.dropFirst().first) {
        case ("ring", nil): self = .ring(megabytes: 1)
        case ("ring", let size?):
            guard let size = Int(size), (1...Self.mostMegabytes).contains(size) else {
                throw Unusable(argument: argument)
            }
            self = .ring(megabytes: size)
        default: self = .file(argument)
        }
    }
}
