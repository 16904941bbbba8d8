import CLibrary
import CarillonMQTT

// Measures boxes with the fleet's real code. It prints lines of a name and numbers:
//
//     FleetMeter swarm BROKER COUNT [AUTHORITIES]     connects boxes; see Swarm
//     FleetMeter press BROKER COUNT PUBLISHER [AUTHORITIES]
//                                        the time from a press to its delivery, and that of the program mosquitto_pub
//     FleetMeter light down|resolver|handshake ROUNDS
//                                        the time from a press to the LED with a fleet that cannot connect, and without
//     FleetMeter outbox                  the memory of a box that has been without a broker for a day
//     FleetMeter fuzz PACKETS SEED       a box whose broker sends packets with mistakes; see PacketFuzz
//
// AUTHORITIES is the file with those that sign the broker's certificate.

/// Prints a line at once, also to a pipe.
func report(_ words: Any...) {
    var line = words.map { "\($0)" }.joined(separator: " ") + "\n"
    _ = line.withUTF8 { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}

func broker(_ address: String, authorities: String?) throws -> FleetBroker {
    var broker = try FleetBroker(address)
    broker.credentials.authorities = authorities
    return broker
}

if ConnectionServer.isRequested { ConnectionServer.run() }
let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("swarm", 3...4):
    try Swarm(of: Int(words[2]) ?? 1, broker(words[1], authorities: words.count > 3 ? words[3] : nil)).run()
case ("press", 4...5):
    try PressMeter(broker(words[1], authorities: words.count > 4 ? words[4] : nil), publisher: words[3])
        .measure(Int(words[2]) ?? 1)
case ("light", 3):
    guard let absence = BrokerAbsence(rawValue: words[1]) else { exit(2) }
    try LightMeter(absence).measure(rounds: Int(words[2]) ?? 1)
case ("outbox", 1): try OutboxMeter.measure()
case ("fuzz", 3): try PacketFuzz(packets: Int(words[1]) ?? 1).run(seed: UInt64(words[2]) ?? 1)
default: exit(2)
}
