import CarillonRealTime
import Foundation

/// The way in which the probe ends.
enum Ending: String {
    case trap, overflow, fault, abort, exit, wait
    case quickExit = "quick-exit"
    /// Exceeds the limit of a file's size.
    case fileSize = "file-size"
    case recursionOnMain = "recursion-on-main"
    case recursionOnQueue = "recursion-on-queue"
    /// Overflows the stack of a thread that the program has started itself.
    case recursionOnThread = "recursion-on-thread"
    /// Overflows the stack of a libdispatch thread.
    case recursionOnPool = "recursion-on-pool"
    /// A forked child calls exit, and the program continues.
    case childExit = "child-exit"
    /// A signal ends a forked child, and the program continues.
    case childSignal = "child-signal"
    /// The program handles a signal, with a handler installed before or after its outputs exist, and continues.
    case handlerBefore = "handler-before"
    case handlerAfter = "handler-after"

    struct Unknown: Error {}

    init(_ name: String) throws {
        guard let ending = Self(rawValue: name) else { throw Unknown() }
        self = ending
    }

    /// Prepares the ending. Call before there are outputs.
    func prepare() {
        if self == .handlerBefore { signal(SIGUSR1) { _ in } }
    }

    func run(on queue: RealTimeQueue) throws {
        switch self {
        case .childExit, .childSignal, .handlerBefore, .handlerAfter: break
        default: say("lit")
        }
        switch self {
        case .trap: queue.sync { fatalError("on purpose") }
        case .overflow: queue.sync { print([Int.max].reduce(1, +)) }
        case .fault: queue.sync { print(UnsafePointer<Int>(bitPattern: 8)!.pointee) }
        case .abort: Foundation.abort()
        case .exit: Foundation.exit(3)
        case .quickExit: quick_exit(3)
        case .fileSize: try exceedFileSize()
        case .recursionOnMain: print(recurse(0))
        case .recursionOnQueue: queue.sync { print(recurse(0)) }
        case .recursionOnThread: recurseOnThread()
        case .recursionOnPool: DispatchQueue.global().async { print(recurse(0)) }
        case .childExit: forkChild { Foundation.exit(0) }
        case .childSignal: forkChild { raise(SIGUSR1) }
        case .handlerBefore: handleSignal()
        case .handlerAfter:
            signal(SIGUSR1) { _ in }
            handleSignal()
        case .wait: break
        }
        while true { pause() }
    }

    private func exceedFileSize() throws {
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        guard let file = tmpfile() else { throw CocoaError(.fileWriteUnknown) }
        fputs("more than a byte", file)
        fflush(file)
    }

    private func recurseOnThread() {
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { _ in
                print(recurse(0))
                return nil
            }, nil)
    }

    /// Forks through dlsym, because Swift hides fork: a child has no other threads. This child needs none.
    private func forkChild(_ end: () -> Void) {
        typealias Fork = @convention(c) () -> pid_t
        let child = unsafeBitCast(dlsym(nil, "fork"), to: Fork.self)()
        if child == 0 { end() }
        waitpid(child, nil, 0)
        say("child ended")
    }

    private func handleSignal() {
        raise(SIGUSR1)
        say("handled")
    }

    private func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}

/// Overflows the stack.
private func recurse(_ depth: Int) -> Int { depth < 0 ? 0 : recurse(depth + 1) + 1 }
