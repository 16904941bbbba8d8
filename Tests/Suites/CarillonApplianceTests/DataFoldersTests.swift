import CarillonBoard
import CarillonDevices
import Foundation
import TestSupport
import Testing

@testable import CarillonAppliance

@Suite struct DataFoldersTests {
    @Test func packageOfASourceFileIsFoundByItsManifest() throws {
        let name = "wiring-\(UUID().uuidString)"
        let package = FileManager.default.temporaryDirectory.appendingPathComponent(name).resolvingSymlinksInPath()
        defer { try? FileManager.default.removeItem(at: package) }
        let wirings = package.appendingPathComponent("Boards/wirings")
        try FileManager.default.createDirectory(at: wirings, withIntermediateDirectories: true)
        try Data("buttons: {bell: GPIO17}".utf8).write(to: wirings.appendingPathComponent("\(name).yaml"))
        let source = package.appendingPathComponent("Sources/Bell/main.swift").path

        DataFolders.addPackage(of: source)
        #expect(throws: BoardError.self) { try Wiring.named(name) }

        try Data().write(to: package.appendingPathComponent("Package.swift"))
        DataFolders.addPackage(of: source)
        expectEqual(try Wiring.named(name).devices.map(\.name), ["bell"])
    }
}
