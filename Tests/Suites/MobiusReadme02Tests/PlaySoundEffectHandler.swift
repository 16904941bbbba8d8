import Carillon
import MobiusExtras

// Changed: `import AVFoundation` is `import Carillon`. A file that imports it has the current loops, so this file does
// not spell out the loops of the other file. No board is open in this test, so the alert is reported on standard error.
// On a board it is heard; see AudioServicesTests. The class restates that it is Sendable, as its superclass does; otherwise
// the compiler warns.

// MARK: Mobius in Action - Building a Counter: the effect handler

class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent>, @unchecked Sendable {
    override func handle(_ input: CounterEffect) {
        AudioServicesPlayAlertSound(SystemSoundID(1322))
    }
    override func onDispose() {}
}
