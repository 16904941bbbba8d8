import CarillonBoard
import CarillonScheduling
import Foundation
import TestSupport
import Testing

@testable import CarillonDevices
@testable import CarillonTest

/// A week of each kind of device in virtual time takes little work, because nothing is read again and again that cannot change
/// by itself.
///
/// With `CARILLON_WEEK` in the environment, the test prints the table of Documentation/Testing.md.
@Suite struct WeekTests {
    /// The most pieces of work in a week: one every six seconds. Reading a card 50 times a second is 30 million.
    private static let most = 100_000
    private static let printsTable = ProcessInfo.processInfo.environment["CARILLON_WEEK"] != nil

    @Test func simulatedWeekOfEachKindTakesLittleWork() throws {
        expectEqual(DeviceKinds.builtIn.count, 33)
        for kind in DeviceKinds.builtIn { try weeks(of: kind) }
    }

    private func weeks<Kind: Device>(of kind: Kind.Type) throws {
        let idle = try week(of: kind) { _, _ in }
        let used = try week(of: kind) { try use($0, hour: $1) }
        #expect(idle.work < Self.most, "\(kind)")
        #expect(used.work < Self.most, "\(kind)")
        if Self.printsTable {
            print("| \(kind.kind.title) | \(idle.work) | \(idle.milliseconds) | \(used.work) | \(used.milliseconds) |")
        }
    }

    /// Lets a week pass, hour by hour.
    private func week<Kind: Device>(
        of kind: Kind.Type, _ use: (Bench<Void>, _ hour: Int) throws -> Void
    ) throws -> (work: Int, milliseconds: Int) {
        let (bench, counter) = (try Bench(), WorkCounter())
        _ = try bench.board.device(Kind.self, "it")
        bench.time.supervise(counter)
        let start = clock()
        for hour in 0..<7 * 24 {
            try use(bench, hour)
            try bench.advance(to: hour % 24 == 23 ? "00:00" : "\(hour % 24 < 9 ? "0" : "")\(hour % 24 + 1):00")
        }
        #expect(bench.now == .seconds(7 * 86_400) && bench.failures == [], "\(kind)")
        return (counter.count.withLock(\.self), Int(clock() - start) * 1000 / Int(CLOCKS_PER_SEC))
    }

    /// Operates each input once, and lets each output play something for the hour.
    private func use(_ bench: Bench<Void>, hour: Int) throws {
        for control in SimulatedControls(bench.devices.wiring).all {
            bench.user.perform(control.defaultAction, in: bench.time)
        }
        for feature in bench.board.features.shown where feature.feature.canBeSet {
            _ = bench.time.perform { feature.set(value(like: feature, hour: hour)) }
        }
    }

    private func value(like feature: BoardFeature, hour: Int) -> Feature.Value {
        switch feature.value {
        case .toggle: .toggle(feature.feature.isDimmable ? .pulsing() : hour % 2 == 0 ? .on : .off)
        case .level(_, let scale):
            .level(scale.range.map { hour % 2 == 0 ? $0.lowerBound : $0.upperBound } ?? Double(hour), scale)
        case .color: .color(hour % 2 == 0 ? .red : .blue, .pulsing())
        case .text(let text): .text(feature.feature.options.isEmpty ? "\(hour)" : feature.feature.options.last ?? text)
        case let other: other
        }
    }
}
