import Carillon
import MobiusExtras

// Changed is: `import AVFoundation`, which is `import Carillon`. A file that imports it has the loops of today, so those
// of the other file are not spelled here. No board is open in this test, so what rings is told on standard error; on a
// board it is heard, as AudioServicesTests tell.

// MARK: Mobius in Action - Building a Counter: the effect handler

class PlaySoundEffectHandler: ConnectableClass<CounterEffect, CounterEvent> {
    override func handle(_ input: CounterEffect) {
        AudioServicesPlayAlertSound(SystemSoundID(1322))
    }
    override func onDispose() {}
}
