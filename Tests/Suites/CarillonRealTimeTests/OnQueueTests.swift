import TestSupport
import Testing

#if DEBUG
    @Suite struct OnQueueTests {
        @Test func aDebugBuildEndsWhereStateIsTouchedOnAnotherThread() throws {
            let probe = try Program("RealTimeProbe", ["wrong-thread"])
            #expect(probe.output == "here 1\n")
            #expect(probe.errors.contains("Int is touched on another thread than that of its queue"))
            #expect(probe.status != 0)
        }

        @Test func aDebugBuildEndsWhereAMethodOfAQueueIsCalledOnAnotherThread() throws {
            let probe = try Program("RealTimeProbe", ["wrong-call"])
            #expect(probe.output == "here\n")
            #expect(probe.errors.contains("probeWrongCall() is called on another thread than that of its queue"))
            #expect(probe.status != 0)
        }
    }
#endif
