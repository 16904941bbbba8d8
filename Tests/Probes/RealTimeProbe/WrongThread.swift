import CarillonRealTime
import Glibc

/// Touches the state of a queue on the queue, and then on another thread.
func probeWrongThread() throws {
    let queue = try RealTimeQueue(name: "probe", priority: 0)
    let count = OnQueue(0, on: queue)
    queue.sync {
        count.value += 1
        print("here", count.value)
    }
    fflush(nil)
    count.value += 1
    print("elsewhere", count.value)
}

/// Calls what belongs to a queue on the queue, and then on another thread.
func probeWrongCall() throws {
    let queue = try RealTimeQueue(name: "probe", priority: 0)
    queue.sync { queue.assertCurrent() }
    print("here")
    fflush(nil)
    queue.assertCurrent()
    print("elsewhere")
}
