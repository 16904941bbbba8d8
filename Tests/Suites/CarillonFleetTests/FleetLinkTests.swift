import TestSupport
import Testing

@testable import CarillonFleet

@Suite struct FleetLinkTests {
    private var link = FleetLink()

    private mutating func connect(at now: Duration = .zero) {
        _ = link.start()
        _ = link.connected(at: now)
    }

    @Test mutating func atMostAWindowOfMessagesIsInFlight() {
        for number in 0..<50 { link.outbox.set("state \(number)", "1") }
        _ = link.start()
        let sent = link.connected(at: .zero).filter { if case .publish = $0 { true } else { false } }
        expectEqual(sent.count, FleetLink.window)
        link.outbox.delivered(1)
        expectEqual(link.flush(at: .zero).count, 1)
    }

    @Test mutating func nothingIsSentWithoutAConnection() {
        link.outbox.set("a", "1")
        expectEqual(link.flush(at: .zero), [])
        expectEqual(link.start(), [.open])
        expectEqual(link.flush(at: .zero), [])
    }

    @Test mutating func linkConnectsAgainAfterThePause() {
        connect()
        let loss = FleetLoss.failed(reason: "it broke")
        expectEqual(link.lost(loss, at: .seconds(5), random: 1), [.report(.lost(loss))])
        expectEqual(link.wakeUp, .seconds(6))
        expectEqual(link.timeCame(at: .seconds(5.9)), [])
        expectEqual(link.timeCame(at: .seconds(6)), [.open])
        expectEqual(link.wakeUp, nil)
    }

    @Test mutating func reasonOfALossIsReportedOnceUntilTheReasonChanges() {
        _ = link.start()
        let loss = FleetLoss.failed(reason: "nobody listens")
        let refusal = FleetLoss.refused(reason: "bad password")
        expectEqual(link.lost(loss, at: .zero, random: 0).count, 1)
        _ = link.timeCame(at: .seconds(10))
        expectEqual(link.lost(loss, at: .seconds(10), random: 0), [])
        _ = link.timeCame(at: .seconds(20))
        expectEqual(link.lost(refusal, at: .seconds(20), random: 0), [.report(.lost(refusal))])
        _ = link.timeCame(at: .seconds(30))
        expectEqual(link.connected(at: .seconds(30)), [.report(.connected)])
    }

    @Test mutating func lastMessagesAreSentBeforeTheConnectionIsClosed() {
        connect()
        link.outbox.set("a", "1")
        let message = FleetMessage(topic: "a", text: "1", isRetained: true)
        expectEqual(link.close(at: .seconds(1)), [.publish(message, number: 1)])
        #expect(!link.isClosed)
        link.outbox.delivered(1)
        expectEqual(link.flush(at: .seconds(1)), [.close])
        #expect(link.isClosed)
    }

    @Test mutating func brokerThatDoesNotAnswerDelaysTheEndByASecond() {
        connect()
        link.outbox.set("a", "1")
        _ = link.close(at: .seconds(1))
        expectEqual(link.wakeUp, .seconds(2))
        expectEqual(link.timeCame(at: .seconds(2)), [.close])
    }

    @Test mutating func closingEndsAConnectionAttemptAndAPause() {
        _ = link.start()
        expectEqual(link.close(at: .zero), [.close])
        expectEqual(link.connected(at: .zero), [])
        _ = link.start()
        _ = link.lost(.takenOver, at: .zero, random: 1)
        expectEqual(link.close(at: .zero), [])
        expectEqual(link.wakeUp, nil)
    }
}
