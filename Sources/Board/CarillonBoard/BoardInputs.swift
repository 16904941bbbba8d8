import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The ways by which something reaches the program of a board. A session has its own, which record or replay.
package struct BoardInputs: Sendable {
    /// The chip behind the board's header.
    package let chip: any GPIOChip
    /// The chip's queue.
    package let queue: any Scheduler
    /// The source of the application's random numbers.
    package let random: RandomNumbers
    /// The session that records or replays the inputs; nil without a session.
    package let session: (any BoardSession)?
    /// The parts of the memories that loops begin from; nil for those of the state folder.
    private let memories: [[UInt8]]?

    /// Creates the inputs of a board without a session.
    package init(
        chip: any GPIOChip, queue: any Scheduler, random: RandomNumbers = RandomNumbers(), memories: [[UInt8]]? = nil
    ) {
        (self.chip, self.queue, self.random, session, self.memories) = (chip, queue, random, nil, memories)
    }

    /// Creates the inputs of a board with a session, which is its queue.
    package init(chip: any GPIOChip, session: any BoardSession, random: RandomNumbers, memories: [[UInt8]]? = nil) {
        (self.chip, queue, self.random, self.session, self.memories) = (chip, session, random, session, memories)
    }

    /// Carries out a command from outside the program, which is an input of a session. Any thread but the queue's.
    ///
    /// - Parameters:
    ///   - path: The path of the device's feature.
    ///   - payload: The text of the command.
    ///   - work: Carries out the command. Called on the queue.
    package func command(_ path: String, _ payload: String, _ work: @escaping @Sendable () -> Void) {
        if let session { session.command(path, payload, work) } else { queue.async(work) }
    }

    /// Passes on a reading of a device, which is an input of a session: at once on the queue, unless there is a session. May
    /// be called from any thread.
    ///
    /// - Parameters:
    ///   - path: The path of the device's readings.
    ///   - reading: The reading.
    ///   - work: Handles the reading. Called on the queue.
    func read(_ path: String, _ reading: String, _ work: @escaping @Sendable () -> Void) {
        if let session { session.command(path, reading, work) } else { queue.performOrEnqueue(work) }
    }

    /// Returns the memory that a loop begins from, and records it; or returns that of the session, which the loop then began
    /// from. May be called from any thread.
    ///
    /// - Parameters:
    ///   - name: The name of the memory, without a colon.
    ///   - load: Returns the memory; nil if there is none. A replay does not call it.
    package func memory(_ name: String, _ load: () -> [UInt8]?) -> [UInt8]? {
        if let memories { return memories.joinedMemories[name] }
        let memory = load()
        if let session { session.base.perform { memory?.memoryParts(name).forEach(session.recordMemory) } }
        return memory
    }
}
