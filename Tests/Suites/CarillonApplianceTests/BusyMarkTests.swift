import CarillonScheduling
import MobiusCore
import TestSupport
import Testing

@testable import CarillonBoard

@Suite struct BusyMarkTests {
    @Test func fileExistsWhileAnyViewIsBusy() throws {
        let folder = try TemporaryFolder()
        let mark = BusyMark(in: folder.path) { _ in }
        let view = BusyView<Int>(mark) { $0 > 0 }
        let (one, other) = (view.connect { _ in }, view.connect { _ in })
        func isMarked() -> Bool {
            mark.flush()
            return folder.contents == ["busy"]
        }
        one.accept(0)
        #expect(!isMarked() && !mark.isBusy)
        one.accept(1)
        other.accept(2)
        other.accept(3)
        #expect(isMarked() && mark.isBusy)
        one.accept(0)
        #expect(isMarked())
        other.accept(0)
        #expect(!isMarked() && !mark.isBusy)
        one.accept(1)
        #expect(isMarked())
        one.dispose()
        #expect(!isMarked() && !mark.isBusy)
    }

    @Test func missingFolderIsReported() throws {
        let folder = try TemporaryFolder().file("missing")
        let failures = Locked<[BusyMark.Failure]>([])
        let mark = BusyMark(in: folder) { failure in failures.withLock { $0.append(failure) } }
        BusyView<Bool>(mark) { $0 }.connect { _ in }.accept(true)
        mark.flush()
        let path = "\(folder)/busy"
        expectEqual(
            failures.withLock { $0.map(\.description) },
            [
                "cannot create \"\(path)\": No such file or directory; updates do not wait"
            ])
    }

    @Test func markWithoutAFolderOnlyCountsBusyViews() {
        let mark = BusyMark(in: nil) { _ in }
        let connection = BusyView<Bool>(mark) { $0 }.connect { _ in }
        connection.accept(true)
        #expect(mark.isBusy)
        connection.accept(false)
        #expect(!mark.isBusy)
    }
}
