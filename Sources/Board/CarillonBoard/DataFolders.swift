import CLibrary
import CarillonGPIO
import CarillonScheduling

/// The folders with the boards, wirings and sounds that come with programs.
///
/// A file is searched for in these folders, in this order:
///
/// 1. the folders of the environment variable `CARILLON_PATH`, separated by colons;
/// 2. the folders above the program, the nearest first, and in each of them `share/` with the program's name. Thus
///    `.build/debug/counter` finds its package, and an installed `/usr/bin/counter` finds `/usr/share/counter`;
/// 3. the packages of the source files that are passed to ``addPackage(of:)``. Thus a program and its tests find their
///    package wherever they are built;
/// 4. the package that Carillon was built from.
package enum DataFolders {
    /// Returns the path of the first file called `name`, such as `Sounds/alert.wav`; nil if no folder has it.
    ///
    /// Links are resolved. An installed program's wiring is kept in `/etc`: its messages then name that file, and files
    /// beside it are found there.
    package static func find(_ name: String) -> String? {
        all.lazy.compactMap { folder in
            guard let path = realpath("\(folder)/\(name)", nil) else { return nil }
            defer { free(path) }
            return String(cString: path)
        }.first
    }

    /// Returns the path of the file called `name` in the folder of `other`, or `name` itself if it is a full path; nil
    /// if the file does not exist.
    static func find(_ name: String, beside other: String) -> String? {
        let isRelative = !name.hasPrefix("/") && other.contains("/")
        let path = isRelative ? "\(folder(of: other))/\(name)" : name
        return access(path, F_OK) == 0 ? path : nil
    }

    /// A file and its name without the ending.
    package struct File {
        package let name: String
        package let path: String
    }

    /// Returns the files in all folders called `folder`, in search order. Of several files with the same name, only the
    /// first is included.
    package static func files(in folder: String, ending: String) -> [File] {
        var names: Set<String> = []
        return all.flatMap { root in
            let folder = "\(root)/\(folder)"
            let files = entries(ofFolder: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
            return files.map { File(name: String($0.dropLast(ending.count)), path: "\(folder)/\($0)") }
        }.filter { names.insert($0.name).inserted }
    }

    /// Returns the names of the files in all folders called `folder`, without their `ending`, sorted.
    package static func names(in folder: String, ending: String) -> [String] {
        files(in: folder, ending: ending).map(\.name).sorted()
    }

    /// Adds the package of a source file: the nearest folder above it with a `Package.swift`. An installed program has
    /// none.
    package static func addPackage(of sourceFile: String) {
        let above = foldersAbove(sourceFile)
        guard let package = above.first(where: { access("\($0)/Package.swift", F_OK) == 0 }) else { return }
        packages.withLock { packages in
            if !packages.contains(package) { packages.append(package) }
        }
    }

    private static let packages = Locked<[String]>([])

    private static var all: [String] {
        aroundProgram + packages.withLock { $0 } + [folder(of: folder(of: folder(of: folder(of: #filePath))))]
    }

    private static let aroundProgram: [String] = {
        let fromEnvironment = getenv("CARILLON_PATH").map { String(cString: $0) } ?? ""
        let named = fromEnvironment.split(separator: ":").map(String.init)
        let program = programPath
        let name = program.split(separator: "/").last ?? ""
        return named + foldersAbove(program).flatMap { [$0, ($0 == "/" ? "" : $0) + "/share/\(name)"] }
    }()

    /// Returns the folders above a file, the nearest first.
    private static func foldersAbove(_ path: String) -> some Sequence<String> {
        sequence(first: folder(of: path)) { $0 == "/" ? nil : folder(of: $0) }
    }

    private static var programPath: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            #if canImport(Darwin)
                var capacity = UInt32(buffer.count)
                let count = _NSGetExecutablePath(buffer.baseAddress!, &capacity) == 0 ? strlen(buffer.baseAddress!) : 0
            #else
                let count = readlink("/proc/self/exe", buffer.baseAddress!, buffer.count)
            #endif
            return String(decoding: buffer[..<max(0, count)].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
