import CSystem
import CarillonRealTime

/// Sends work to a queue from one processor after the other, and prints how often the queue's thread could not run on all
/// processors of the program meanwhile.
func probeStaying() throws {
    var all = crt_cpus()
    crt_affinity(0, &all)
    let cpus = (0..<1024).filter { crt_cpus_contain(&all, $0) }
    let queue = try RealTimeQueue(name: "staying", configuration: RealTimeConfiguration(), onDenial: { _ in })
    let thread = queue.perform { crt_tid() }
    var narrowed = 0
    for cpu in cpus {
        var processor = crt_cpus()
        crt_cpus_insert(&processor, cpu)
        crt_set_affinity(0, &processor)
        for _ in 1...2000 {
            queue.sync {}
            var allowed = crt_cpus()
            crt_affinity(thread, &allowed)
            if !crt_cpus_equal(&allowed, all) { narrowed += 1 }
        }
    }
    print("narrowed", narrowed)
    queue.stop()
}
