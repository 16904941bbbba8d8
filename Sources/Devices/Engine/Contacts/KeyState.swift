import CarillonGPIO

/// The keys of a device that are down, and what happens to each of them.
///
/// A press that began before the device was there is not reported, as that of a button. A device that goes away releases its
/// keys.
struct KeyState {
    /// The keys that are down, in the order of their presses.
    private(set) var down: [KeyCode] = []

    /// Takes a reading, and returns the presses that it means, the earliest first.
    mutating func take(_ reading: KeyReading) -> [KeyPress] {
        switch reading {
        case .change(.down(let key)):
            guard !down.contains(key) else { return [] }
            down.append(key)
            return [KeyPress(key: key, action: .pressed)]
        case .change(.repeated(let key)):
            return down.contains(key) ? [KeyPress(key: key, action: .repeated)] : []
        case .change(.up(let key)):
            guard down.contains(key) else { return [] }
            down.removeAll { $0 == key }
            return [KeyPress(key: key, action: .released)]
        case .change(.lost(let now)):
            let released = down.filter { !now.contains($0) }
            let pressed = now.filter { !down.contains($0) }
            down = down.filter(now.contains) + pressed
            return released.map { KeyPress(key: $0, action: .released) }
                + pressed.map { KeyPress(key: $0, action: .pressed) }
        case .absent:
            defer { down = [] }
            return down.map { KeyPress(key: $0, action: .released) }
        case .change(.present): return []
        }
    }
}

/// A press, a repetition or a release of a key.
struct KeyPress: Equatable, Sendable {
    enum Action: Sendable {
        case pressed, repeated, released
    }

    let key: KeyCode
    let action: Action
}

/// A reading of a device with keys, as a text in sessions: `+KEY_1`, `*KEY_1`, `-KEY_1`; `=KEY_1 KEY_2` for the keys that are
/// down after a loss; `present` and `absent`.
enum KeyReading: Equatable {
    case change(KeyChange)
    case absent
}

extension KeyReading: LosslessStringConvertible {
    init?(_ text: String) {
        let keys = text.dropFirst().split(separator: " ").map { KeyCode(String($0)) }
        switch (text.first, text) {
        case (_, "present"): self = .change(.present)
        case (_, "absent"): self = .absent
        case ("=", _) where !keys.contains(nil): self = .change(.lost(down: keys.compactMap { $0 }))
        case (let sign?, _):
            guard keys.count == 1, let key = keys[0] else { return nil }
            switch sign {
            case "+": self = .change(.down(key))
            case "*": self = .change(.repeated(key))
            case "-": self = .change(.up(key))
            default: return nil
            }
        default: return nil
        }
    }

    var description: String {
        switch self {
        case .change(.down(let key)): "+\(key)"
        case .change(.repeated(let key)): "*\(key)"
        case .change(.up(let key)): "-\(key)"
        case .change(.lost(let keys)): "=" + keys.map(\.name).joined(separator: " ")
        case .change(.present): "present"
        case .absent: "absent"
        }
    }
}
