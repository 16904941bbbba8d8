import TestSupport
import Testing

#if DEBUG
    @Suite struct OnQueueTests {
        /// Disables backtraces, because one takes minutes in builds with a sanitizer.
        private static let noBacktrace = ["SWIFT_BACKTRACE=enable=no"]

        @Test func debugBuildEndsWhereStateIsTouchedOnAnotherThread() throws {
            let probe = try Program("RealTimeProbe", ["wrong-thread"], wrapper: Self.noBacktrace)
            #expect(probe.output == "here 1\n")
            #expect(probe.errors.contains("Int was accessed on a thread other than its queue's"))
            #expect(probe.status != 0)
        }

        @Test func debugBuildEndsWhereAMethodOfAQueueIsCalledOnAnotherThread() throws {
            let probe = try Program("RealTimeProbe", ["wrong-call"], wrapper: Self.noBacktrace)
            #expect(probe.output == "here\n")
            #expect(probe.errors.contains("probeWrongCall() was called on a thread other than its queue's"))
            #expect(probe.status != 0)
        }
    }
#endif
