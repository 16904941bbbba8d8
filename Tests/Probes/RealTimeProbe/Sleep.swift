import CSystem
import CarillonRealTime
import Dispatch
import Glibc

/// Runs ticks in a process in which epoll_pwait2 fails with `error`, and prints whether the queue's thread has slept.
func probeSleep(error: String?) throws {
    print("refused", refuseEpollPwait2(error == "EPERM" ? EPERM : ENOSYS) ? 1 : 0)
    print("takes-nanoseconds", crt_epoll_takes_nanoseconds() ? 1 : 0)
    let queue = try RealTimeQueue(name: "sleeping", configuration: RealTimeConfiguration(), onDenial: { _ in })
    let before = queue.perform { ProcessState.sleeps }
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var ticks = 0
    _ = queue.every(.milliseconds(1)) { _ in
        ticks += 1
        if ticks == 20 { done.signal() }
    }
    done.wait()
    let slept = queue.perform { ProcessState.sleeps - before }
    queue.stop()
    print("ticks", min(ticks, 20))
    print("slept", slept > 5 ? 1 : 0)
}

/// Lets epoll_pwait2 fail from now on, by a filter of seccomp(2). Returns false if the system has no filters.
private func refuseEpollPwait2(_ error: Int32) -> Bool {
    struct Program {
        var count: UInt16
        var instructions: UnsafeMutablePointer<UInt64>
    }
    // Loads the number of the system call; skips an instruction unless it is 441, as on all processors; refuses that
    // call; allows others. The length of a jump is in bits 16 to 31, a value in the upper half.
    let isOther: UInt64 = 441 << 32 | 1 << 24 | 0x15
    let refusal = (0x5_0000 | UInt64(error)) << 32 | 0x06
    var instructions: [UInt64] = [0x20, isOther, refusal, 0x7fff_0000 << 32 | 0x06]
    // Swift does not import functions with a variable number of arguments.
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    let prctl = unsafeBitCast(dlsym(nil, "prctl"), to: Control.self)
    let (noNewPrivileges, setFilter, byProgram): (Int32, Int32, UInt) = (38, 22, 2)
    return instructions.withUnsafeMutableBufferPointer { buffer in
        var program = Program(count: UInt16(buffer.count), instructions: buffer.baseAddress!)
        return withUnsafeMutablePointer(to: &program) { program in
            prctl(noNewPrivileges, 1, 0, 0, 0) == 0 && prctl(setFilter, byProgram, UInt(bitPattern: program), 0, 0) == 0
        }
    }
}
