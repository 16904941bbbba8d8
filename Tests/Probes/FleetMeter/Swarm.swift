import CLibrary
import CarillonFleet
import CarillonMQTT
import CarillonRealTime
import CarillonScheduling
import Dispatch

/// Many boxes in one process: a connection each, and two threads for all of them. It prints:
///
/// - `board KB`: the resident memory of a board without a fleet;
/// - `connected COUNT`, whenever the last box has connected, and `lost COUNT` for the first loss after that;
/// - `fleet KB WITH-FREE`: the resident memory that the fleet adds to a box, when the broker has acknowledged its first
///   messages, the list of its devices included. The second figure includes the free memory that malloc keeps: all boxes
///   have sent their messages at the same time.
///
/// A box has a button with its gestures, an LED and a speaker, seven entities and five triggers in Home Assistant, a client
/// of libmosquitto with its will and its subscriptions, an outbox with eleven retained states, and two timers. It has no
/// `Fleet`, because the program has no values of its own.
///
/// For each line `press SECONDS` on standard input, it presses the buttons of the boxes in turns, and prints
/// `messages COUNT P50 P99 MOST`, the milliseconds from publishing an event to the broker's acknowledgement. It ends at
/// the end of the input.
///
/// `@unchecked Sendable`: the boxes are made before they are used; the other state belongs to the network's queue.
final class Swarm: @unchecked Sendable {
    /// The time between presses and releases, each of which causes one event or two.
    private static let period = Duration.microseconds(1500)

    private let boards: RealTimeQueue
    private let network: RealTimeQueue
    private var boxes: [MeterBox] = []
    private var transports: [MeteredTransport] = []
    private var connected = 0
    private let isSettled = DispatchSemaphore(value: 0)

    init(of count: Int, _ broker: FleetBroker) throws {
        Self.raiseDescriptorLimit()
        // A burst of all boxes must have room, because each of the two queues passes work to the other.
        boards = try RealTimeQueue(name: "boards", priority: 0, capacity: 1 << 16)
        network = try RealTimeQueue(name: "network", priority: 0, capacity: 1 << 16)
        let engine = try MeterBox.engine(on: boards)
        let before = Memory()
        for number in 1...count {
            let transport = MeteredTransport(try MQTTTransport(broker, on: network), of: self, on: network)
            transports.append(transport)
            // Each swarm has boxes of its own.
            let identity = FleetIdentity(machineID: "\(getpid()) \(number)", program: "box")
            let outlet = FleetOutlet(
                identity, .homeAssistant(title: "Box \(getpid()) \(number)"), transport: transport, on: network,
                report: { _ in })
            boxes.append(try MeterBox(on: boards, engine, outlet: outlet))
        }
        report("board", (Memory().used - before.used) / Double(count))
    }

    func run() {
        // The first box loads the libraries, which all share.
        boxes[0].open()
        waitUntilSettled(1, areListed: false)
        let before = Memory()
        for box in boxes.dropFirst() { box.open() }
        waitUntilSettled(boxes.count)
        let after = Memory()
        if boxes.count > 1 {
            let others = Double(boxes.count - 1)
            report("fleet", (after.used - before.used) / others, (after.resident - before.resident) / others)
        }
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == "press", let seconds = Int(words[1]) else { continue }
            press(for: .seconds(seconds))
        }
    }

    // MARK: Connections

    /// Notes an event of a transport. On the network's queue.
    fileprivate func happened(_ event: FleetTransportEvent) {
        switch event {
        case .connected:
            connected += 1
            if connected == boxes.count { report("connected", connected) }
        case .lost(let loss):
            if connected == boxes.count { report("lost", loss) }
        case .delivered, .refused, .received, .tooLarge, .unsubscribed: break
        }
    }

    /// Notes the loss of a connection that had been made.
    fileprivate func lost() { connected -= 1 }

    /// Waits until this many boxes are connected, and all their messages acknowledged. A box's list of devices is its last
    /// one, after 2 s.
    private func waitUntilSettled(_ count: Int, areListed: Bool = true) {
        let timer = network.every(.milliseconds(20)) { [self] _ in
            if connected == count, transports.allSatisfy({ $0.isSettled }),
                !areListed || transports.allSatisfy({ $0.isListed })
            {
                isSettled.signal()
            }
        }
        isSettled.wait()
        timer.dispose()
    }

    // MARK: Messages

    private func press(for duration: Duration) {
        network.sync { for transport in transports { transport.times = Samples() } }
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var step = 0
        let steps = Int(duration / Self.period)
        let timer = boards.every(Self.period) { [boxes] tick in
            for _ in 0...tick.missed {
                boxes[step / 2 % boxes.count].press(step.isMultiple(of: 2))
                step += 1
                if step == steps { done.signal() }
                guard step < steps else { return }
            }
        }
        done.wait()
        timer.dispose()
        waitUntilSettled(boxes.count)
        network.sync {
            var all = Samples()
            for transport in transports {
                if let times = transport.times { all.append(times) }
                transport.times = nil
            }
            report("messages", all.count, all.quantile(0.5), all.quantile(0.99), all.quantile(1))
        }
    }

    // MARK: The process

    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}

/// The resident memory of the process in kB.
private struct Memory {
    /// With what malloc keeps for later.
    let resident = residentKilobytes
    /// After malloc has given back to the system what is free.
    let used: Double

    init() {
        let trim = dlsym(nil, "malloc_trim").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self) }
        _ = trim?(0)
        used = Self.residentKilobytes
    }

    private static var residentKilobytes: Double {
        guard let file = fopen("/proc/self/statm", "r") else { return .nan }
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let words = String(decoding: text[..<fread(&text, 1, text.count, file)], as: UTF8.self).split(separator: " ")
        return (Double(words[1]) ?? .nan) * Double(getpagesize()) / 1024
    }
}

/// A transport that measures the time from publishing an event to its acknowledgement.
///
/// `@unchecked Sendable`: used on the network's queue only.
private final class MeteredTransport: FleetTransport, @unchecked Sendable {
    private let inner: MQTTTransport
    private unowned let swarm: Swarm
    private let queue: RealTimeQueue
    private var isConnected = false
    private(set) var isListed = false
    private var sent: [(number: Int, time: Duration?)] = []
    /// The times so far in milliseconds; nil while nothing is measured.
    var times: Samples?

    init(_ inner: MQTTTransport, of swarm: Swarm, on queue: RealTimeQueue) {
        self.inner = inner
        self.swarm = swarm
        self.queue = queue
    }

    /// Whether the broker has acknowledged all messages so far.
    var isSettled: Bool { sent.isEmpty }

    func open(_ session: FleetSession, report: @escaping @Sendable (FleetTransportEvent) -> Void) {
        inner.open(session) { [self] event in
            note(event)
            report(event)
        }
    }

    func publish(_ message: FleetMessage, number: Int) {
        sent.append((number, times == nil || message.isRetained ? nil : queue.now))
        isListed = isListed || message.topic.hasSuffix("/devices")
        inner.publish(message, number: number)
    }

    func close() { inner.close() }

    private func note(_ event: FleetTransportEvent) {
        swarm.happened(event)
        switch event {
        case .connected: isConnected = true
        case .lost:
            sent = []
            if isConnected { swarm.lost() }
            isConnected = false
        case .delivered(let number):
            guard let index = sent.firstIndex(where: { $0.number == number }) else { break }
            if let time = sent.remove(at: index).time { times?.append((queue.now - time) / .milliseconds(1)) }
            // The meter's own memory is not the box's.
            if sent.isEmpty { sent = [] }
        case .refused, .received, .tooLarge, .unsubscribed: break
        }
    }
}
