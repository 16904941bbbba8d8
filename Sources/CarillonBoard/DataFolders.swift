import CLibrary
import CarillonGPIO

/// Where the boards, wirings and sounds that come with programs are found.
///
/// A file is looked for in these folders, in this order:
///
/// 1. the folders of the environment variable `CARILLON_PATH`, separated by colons;
/// 2. the folders above the program, the nearest first, and in each `share/` and the program's name: so
///    `.build/debug/counter` finds its package, and an installed `/usr/bin/counter` finds `/usr/share/counter`;
/// 3. the package that Carillon was built from.
package enum DataFolders {
    /// The path of the first file called `name`, such as `Sounds/alert.wav`; nil if no folder has it.
    ///
    /// Where that is a link, it is the path of what it leads to: an installed program's wiring is kept in `/etc`, and what
    /// is said of it, or lies beside it, is to be found there.
    package static func find(_ name: String) -> String? {
        all.lazy.compactMap { folder in
            guard let path = realpath("\(folder)/\(name)", nil) else { return nil }
            defer { free(path) }
            return String(cString: path)
        }.first
    }

    /// The path of the file called `name` in the folder of `other`, or of `name` itself if it is a full path; nil if
    /// there is none.
    static func find(_ name: String, beside other: String) -> String? {
        let isRelative = !name.hasPrefix("/") && other.contains("/")
        let path = isRelative ? "\(folder(of: other))/\(name)" : name
        return access(path, F_OK) == 0 ? path : nil
    }

    /// A file, by its name without the ending.
    package struct File {
        package let name: String
        package let path: String
    }

    /// The files in all folders called `folder`: those that are found, in the order in which they are looked for.
    package static func files(in folder: String, ending: String) -> [File] {
        var names: Set<String> = []
        return all.flatMap { root in
            let folder = "\(root)/\(folder)"
            let files = entries(ofFolder: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
            return files.map { File(name: String($0.dropLast(ending.count)), path: "\(folder)/\($0)") }
        }.filter { names.insert($0.name).inserted }
    }

    /// The names of the files in all folders called `folder`, without their `ending`, sorted.
    package static func names(in folder: String, ending: String) -> [String] {
        files(in: folder, ending: ending).map(\.name).sorted()
    }

    private static let all: [String] = {
        let fromEnvironment = getenv("CARILLON_PATH").map { String(cString: $0) } ?? ""
        let named = fromEnvironment.split(separator: ":").map(String.init)
        let program = programPath
        let name = program.split(separator: "/").last ?? ""
        let above = sequence(first: folder(of: program)) { $0 == "/" ? nil : folder(of: $0) }
        let besideProgram = above.flatMap { [$0, ($0 == "/" ? "" : $0) + "/share/\(name)"] }
        return named + besideProgram + [folder(of: folder(of: folder(of: #filePath)))]
    }()

    private static var programPath: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            return String(decoding: buffer[..<max(0, count)].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
