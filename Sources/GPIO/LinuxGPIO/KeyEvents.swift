import CHardware
import CarillonGPIO

/// The changes of the keys in the kernel's events of a device.
///
/// The kernel keeps 64 events for a program. If there are more, it drops them all, and the program has to ask which keys are
/// down (kernel documentation, `input/event-codes.rst`, SYN_DROPPED).
struct KeyEvents {
    enum Step: Equatable {
        case change(KeyChange)
        /// Changes have been lost: ask for the keys that are down.
        case ask
    }

    private var areLost = false

    /// Takes an event, and returns the next step; nil if there is none.
    mutating func take(type: Int, code: UInt16, value: Int32) -> Step? {
        if type == Int(cinput_syn) {
            if code == UInt16(cinput_syn_dropped) { areLost = true }
            // The events until the end of this report are those of before the loss.
            guard code == UInt16(cinput_syn_report), areLost else { return nil }
            areLost = false
            return .ask
        }
        guard type == Int(cinput_key), !areLost else { return nil }
        let key = KeyCode(code)
        switch value {
        case 0: return .change(.up(key))
        case 1: return .change(.down(key))
        case 2: return .change(.repeated(key))
        default: return nil
        }
    }
}
