import CLibrary
import CarillonFleet
import CarillonRealTime
import Testing

@testable import CarillonMQTT

/// Each way in which a connection can fail: its reason for the user, and the number of times that the network wakes the
/// fleet's thread. A thread that spins would empty a battery, and hide behind a box that works.
@Suite(Mosquitto.isAvailable, .timeLimit(.minutes(10))) struct FailedConnectionTests {
    /// The time in which wake-ups are counted. A slow machine makes fewer attempts in it.
    private static let window = Duration.milliseconds(1500)
    private static let mostWakeUps = 20

    enum Failure: CaseIterable {
        case unknownHost, nobodyListens, silence, noTLS, demandOfTLS, otherAuthority, noAuthority, otherName,
            noCertificate, noLogin, wrongPassword
    }

    @Test(arguments: Failure.allCases)
    func failureIsReportedWithItsReasonAndCausesFewWakeUps(failure: Failure) async throws {
        let trouble = try Trouble(failure)
        let (notices, continuation) = AsyncStream.makeStream(of: String.self)
        // On a busy machine, other failures may take longer than the timeout with a silent broker.
        let timeout = failure == .silence ? Duration.milliseconds(1200) : .seconds(300)
        let bell = try Bell(
            FleetIdentity(machineID: "1", program: "bell"), trouble.broker, timeout: timeout
        ) { continuation.yield("\($0)") }
        let (queue, transport) = (bell.network, bell.transport)
        let wakeUps = await withCheckedContinuation { end in
            _ = queue.schedule(at: queue.now + Self.window) { end.resume(returning: transport.wakeUps) }
        }
        #expect(wakeUps <= Self.mostWakeUps)
        var iterator = notices.makeAsyncIterator()
        let notice = try #require(await iterator.next())
        #expect(trouble.reasons.map { "fleet: \($0); trying again" }.contains(notice))
        bell.close()
    }
}

/// A broker that a box cannot connect to, and the reasons that the box may report.
private struct Trouble {
    let broker: FleetBroker
    let reasons: [String]
    private let mosquitto: Mosquitto?
    private let listener: SilentListener?

    init(_ failure: FailedConnectionTests.Failure) throws {
        var mosquitto: Mosquitto?
        var listener: SilentListener?
        switch failure {
        case .unknownHost, .nobodyListens: break
        case .silence: listener = try SilentListener()
        case .noTLS: mosquitto = try Mosquitto()
        case .noLogin, .wrongPassword: mosquitto = try Mosquitto("allow_anonymous false")
        case .noCertificate: mosquitto = try Mosquitto.withTLS("require_certificate true\nallow_anonymous true")
        case .demandOfTLS, .otherAuthority, .noAuthority: mosquitto = try Mosquitto.withTLS()
        case .otherName: mosquitto = try Mosquitto.withTLS(name: "DNS:elsewhere")
        }
        let port = try mosquitto?.port ?? listener?.port ?? Mosquitto.freePort()
        let isPlain = [.nobodyListens, .silence, .demandOfTLS, .noLogin, .wrongPassword].contains(failure)
        let scheme = isPlain ? "mqtt" : "mqtts"
        let address = failure == .unknownHost ? "mqtts://nobody.invalid" : "\(scheme)://127.0.0.1:\(port)"
        var broker = try FleetBroker(address)
        if let mosquitto, !isPlain, ![.otherAuthority, .noTLS].contains(failure) {
            broker.credentials.authorities = "\(mosquitto.folder)/ca.crt"
        }
        if failure == .noAuthority { broker.credentials.authorities = mosquitto.map { "\($0.folder)/mosquitto.conf" } }
        if failure == .wrongPassword { (broker.credentials.user, broker.credentials.password) = ("bell", "wrong") }
        let authorities = broker.credentials.authorities ?? "the system's authorities"
        reasons =
            switch failure {
            case .unknownHost: [#"no broker: no machine is called "nobody.invalid", or no name server answers"#]
            case .nobodyListens: ["no broker: \(address): Connection refused"]
            case .silence: ["no broker: \(address) does not answer; is it an MQTT broker?"]
            case .noTLS:
                [
                    "no broker: \(address) ended the connection at once; does it speak MQTT with TLS, and demand no certificate of this box?"
                ]
            case .demandOfTLS:
                ["no broker: \(address) ended the connection at once; does it speak MQTT without TLS?"]
            case .otherAuthority, .otherName:
                [
                    "no broker: the certificate of \(address) is not for this name, has expired, or is not signed by \(authorities)"
                ]
            case .noAuthority: ["no broker: \(authorities) contains no certificate of an authority"]
            // The alert of TLS can be lost when the broker resets the connection.
            case .noCertificate:
                [
                    "no broker: \(address) demands a certificate of this box: broker.crt and broker.key",
                    "no broker: \(address) ended the connection at once; does it speak MQTT with TLS, and demand no certificate of this box?",
                ]
            case .noLogin, .wrongPassword: ["the broker refuses this box: Not authorized"]
            }
        (self.broker, self.mosquitto, self.listener) = (broker, mosquitto, listener)
    }
}

/// A program that accepts connections, and says nothing.
private final class SilentListener {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        descriptor = try Mosquitto.boundSocket()
        try #require(listen(descriptor, 8) == 0)
        port = Mosquitto.port(of: descriptor)
    }

    deinit { close(descriptor) }
}
