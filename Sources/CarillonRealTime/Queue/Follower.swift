import CRealTime

/// Moves the queue's thread to the threads that wake it up, as `Pursuit` decides. Used on the queue's thread only.
struct Follower {
    private var pursuit = Pursuit()
    /// The move during which the thread sleeps.
    private var move: Move?
    /// The thread that has woken up the queue's thread from another processor, and when.
    private var far: (waker: Waker, processor: Int32, time: Int64)?

    /// Records that a timer or a descriptor has woken up the thread.
    mutating func wokenByEvent() {
        endMove()
        pursuit.wokenByEvent()
    }

    /// Records that the thread is awake.
    ///
    /// - Parameter waker: The thread that has woken it up for work, if any.
    mutating func woken(by waker: Waker?) {
        endMove()
        guard let waker else { return }
        let processor = crt_processor()
        if waker.processor == processor {
            pursuit.wokenNearby()
        } else {
            far = (waker, processor, crt_now())
        }
    }

    /// Records that the thread has run its work, and moves it if it should sleep on another processor.
    ///
    /// - Parameters:
    ///   - wasResting: Whether the thread rested before the work.
    ///   - isResting: Whether it rests after the work.
    mutating func willSleep(wasResting: Bool, isResting: Bool) {
        defer { far = nil }
        if isResting {
            if wasResting, let origin = pursuit.flooded() { move = Move(to: origin) }
        } else if let far,
            pursuit.wokenFar(by: far.waker, on: far.processor, duration: crt_now() - far.time),
            // Each of two threads of real-time priority would delay the other.
            !crt_is_real_time(far.waker.thread)
        {
            move = Move(to: far.waker.processor)
        }
    }

    private mutating func endMove() {
        guard move != nil else { return }
        move?.end()
        move = nil
    }
}
