import CLibrary
import Foundation

/// The folder of the test bundle and of the programs that were built with it.
public let folderOfBinaries: URL = {
    #if os(Linux)
        let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #else
        // The bundle is a folder with a program, which another program loads.
        var image = Dl_info()
        guard dladdr(#dsohandle, &image) != 0, let name = image.dli_fname else { fatalError("the tests have no file") }
        let file = URL(fileURLWithPath: String(cString: name)).resolvingSymlinksInPath()
        let folders = sequence(first: file) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
        let bundle = folders.first { $0.pathExtension == "xctest" } ?? file
    #endif
    return bundle.deletingLastPathComponent()
}()
