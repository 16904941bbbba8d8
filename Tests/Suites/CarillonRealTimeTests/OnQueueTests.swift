import TestSupport
import Testing

#if DEBUG
    @Suite struct OnQueueTests {
        static let rows: [Row<String, (output: String, error: String)>] = [
            Row(
                "access to state on another thread ends a debug build", "wrong-thread",
                ("here 1\n", "Int was accessed on a thread other than its queue's")),
            Row(
                "call of a queue's method on another thread ends a debug build", "wrong-call",
                ("here\n", "probeWrongCall() was called on a thread other than its queue's")),
        ]

        @Test(arguments: rows)
        func debugBuildTrapsOnAnotherThread(row: Row<String, (output: String, error: String)>) throws {
            // Without a backtrace, because one takes minutes in builds with a sanitizer.
            let probe = try Program("RealTimeProbe", [row.given], wrapper: ["SWIFT_BACKTRACE=enable=no"])
            expectEqual(probe.output, row.expected.output, sourceLocation: row.place)
            #expect(probe.errors.contains(row.expected.error), sourceLocation: row.place)
            #expect(probe.status != 0, sourceLocation: row.place)
        }
    }
#endif
