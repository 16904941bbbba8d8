import CLibrary
import TestSupport
import Testing

@testable import CarillonMQTT

@Suite final class FleetCredentialsTests {
    private let folder: String

    init() {
        var template = Array("/tmp/carillon-credentials-XXXXXX\0".utf8CString)
        folder = template.withUnsafeMutableBufferPointer { String(cString: mkdtemp($0.baseAddress!)) }
    }

    deinit {
        for name in ["broker-login", "broker-ca.crt", "broker.crt", "broker.key"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws {
        let file = try #require(fopen("\(folder)/\(name)", "w"))
        fputs(text, file)
        fclose(file)
        chmod("\(folder)/\(name)", mode)
    }

    @Test func emptyFolderHasNoCredentials() throws {
        expectEqual(try FleetCredentials(folder: folder), FleetCredentials())
    }

    /// Without its credentials, the box would join a broker that accepts everyone.
    @Test func missingFolderIsReported() throws {
        #expect(throws: FleetBrokerError.unreadable(path: "\(folder)/missing", reason: "No such file or directory")) {
            try FleetCredentials(folder: "\(folder)/missing")
        }
        try write("broker-login", "box\nsecret\n")
        #expect(throws: FleetBrokerError.unreadable(path: "\(folder)/broker-login", reason: "Not a directory")) {
            try FleetCredentials(folder: "\(folder)/broker-login")
        }
    }

    @Test func unreadableFileIsReported() throws {
        expectEqual(symlink("broker-ca.crt", "\(folder)/broker-ca.crt"), 0)
        let reason = "Too many levels of symbolic links"
        #expect(throws: FleetBrokerError.unreadable(path: "\(folder)/broker-ca.crt", reason: reason)) {
            try FleetCredentials(folder: folder)
        }
    }

    @Test func loginHasAUserAndAPassword() throws {
        try write("broker-login", "box\n secret:word \n")
        let credentials = try FleetCredentials(folder: folder)
        expectEqual(credentials.user, "box")
        expectEqual(credentials.password, " secret:word ")
    }

    @Test(arguments: ["", "box", "\nsecret\n", "a\nb\nc\n"])
    func malformedLoginIsReported(text: String) throws {
        try write("broker-login", text)
        #expect(throws: FleetBrokerError.notALogin(path: "\(folder)/broker-login")) {
            try FleetCredentials(folder: folder)
        }
    }

    @Test(arguments: ["broker-login", "broker.key"])
    func secretThatOtherUsersCanReadIsRefused(name: String) throws {
        try write("broker.crt", "")
        try write("broker.key", "")
        try write(name, "box\nsecret\n", mode: 0o640)
        #expect(throws: FleetBrokerError.readableByOthers(path: "\(folder)/\(name)")) {
            try FleetCredentials(folder: folder)
        }
    }

    /// systemd gives the files to the service by an access control list, whose mask the mode shows.
    @Test func groupReadableFilesAreAcceptedInTheFolderOfAService() throws {
        try write("broker.crt", "")
        try write("broker.key", "", mode: 0o440)
        try write("broker-login", "box\nsecret\n", mode: 0o440)
        let credentials = try FleetCredentials(folder: folder, isOfService: true)
        expectEqual(credentials.password, "secret")
        expectEqual(credentials.key, "\(folder)/broker.key")
    }

    @Test func certificateNeedsItsKey() throws {
        try write("broker.crt", "")
        #expect(throws: FleetBrokerError.incomplete(folder: folder)) { try FleetCredentials(folder: folder) }
        try write("broker.key", "")
        expectEqual(try FleetCredentials(folder: folder).key, "\(folder)/broker.key")
    }
}
