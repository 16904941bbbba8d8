import CRealTime
import CarillonRealTime

/// Sends work to a queue from one processor after the other, and prints where the queue runs it.
func probeFollowing() throws {
    var all = crt_cpus()
    crt_affinity(0, &all)
    let cpus = (0..<1024).filter { crt_cpus_contain(&all, $0) }
    let (first, last) = (cpus.first!, cpus.last!)
    let queue = try RealTimeQueue(name: "following", configuration: RealTimeConfiguration(), onDenial: { _ in })
    print("granted", queue.grantedPriority)
    print("processors", cpus.count)
    print("speed-of-its-own", ProcessState.hasResourcesOfItsOwn ? 1 : 0)

    // Another real-time thread of the machine can drive the queue's thread away, so there are three tries.
    print("followed", [first, last, first].count { cpu in (1...3).contains { _ in isRunNear(queue, by: cpu) } })
    print("allowed-as-before", isAllowed(queue, all) ? 1 : 0)

    var onlyLast = crt_cpus()
    crt_cpus_insert(&onlyLast, last)
    queue.sync { crt_set_affinity(0, &onlyLast) }
    print("left-its-processors", isRunNear(queue, by: first) || !isAllowed(queue, onlyLast) ? 1 : 0)
    queue.sync { crt_set_affinity(0, &all) }

    let (farAway, anywhere) = (onlyLast, all)
    let producer = try RealTimeThread(name: "producer", priority: 10) {
        let hasFollowed = (1...3).allSatisfy { _ in
            for processors in [farAway, anywhere] {
                var processors = processors
                queue.sync { crt_set_affinity(0, &processors) }
            }
            return isRunNear(queue, by: first)
        }
        print("real-time-producer-followed", hasFollowed ? 1 : 0)
    }
    producer.join()
    queue.stop()
}

/// Sends work from the processor `cpu`, and returns whether the queue runs most of the last of it there.
private func isRunNear(_ queue: RealTimeQueue, by cpu: Int32) -> Bool {
    var processor = crt_cpus()
    crt_cpus_insert(&processor, cpu)
    crt_set_affinity(0, &processor)
    var near = 0
    for round in 1...20_000 {
        queue.sync { if round > 10_000, crt_processor() == cpu { near += 1 } }
    }
    return near > 5000
}

private func isAllowed(_ queue: RealTimeQueue, _ wanted: crt_cpus) -> Bool {
    var allowed = crt_cpus()
    queue.sync { crt_affinity(0, &allowed) }
    return crt_cpus_equal(&allowed, wanted)
}
