import CarillonBoard
import CarillonDevices
import CarillonScheduling

extension Board {
    /// Returns the screen of the display or the LCD that the wiring calls `name`; each call returns the same screen. May be
    /// called from any thread.
    ///
    /// The page shows the texts and the controls of the screen as separate elements. Therefore create the screen in the
    /// function that makes the controller.
    ///
    /// The inputs in the wiring operate the screen, unless the program names other inputs with `control`.
    ///
    /// - Throws: `BoardError.unknownDevice` or `.kindMismatch` if the wiring has no such display.
    public func screen(_ name: String) throws(BoardError) -> Screen {
        let screens = attachments.object { Screens() }
        if let screen = screens[name] { return screen }
        let screen: Screen
        let inputs: ScreenInputs?
        if devices(called: name).contains(where: { $0 is LCD }) {
            let lcd = try lcd(name)
            (screen, inputs) = (Screen(lcd, on: queue), lcd.screenInputs)
        } else {
            let display = try display(name)
            (screen, inputs) = (Screen(display, on: queue), display.screenInputs)
        }
        let present = queue.unrecorded.perform { screens.add(screen, to: features) }
        if present === screen, let inputs { try screen.control(by: inputs, of: self) }
        return present
    }
}

/// The screens of a board.
private final class Screens: Attachment {
    private let screens = Locked<[Screen]>([])

    subscript(_ name: String) -> Screen? { screens.withLock { $0.first { $0.name == name } } }

    /// Returns the board's screen of this name, which is the new one if there was none. Queue only.
    func add(_ screen: Screen, to features: BoardFeatures) -> Screen {
        if let present = self[screen.name] { return present }
        screens.withLock { $0.append(screen) }
        screen.observer = features.observer()
        let display = features.shown.first { $0.owner.name == screen.name && $0.isDisplay }
        features.add(
            ScreenControls(screen), refused: Set(OutsideSource.allCases.filter { display?.allows($0) == false }))
        return screen
    }
}

extension BoardFeature {
    fileprivate var isDisplay: Bool { owner is Display || owner is LCD }
}

/// The texts and the controls of a screen, which clients show and press.
///
/// `@unchecked Sendable`: immutable; the screen is weak because it reports to the features that contain this object.
private final class ScreenControls: CommandReceiver, @unchecked Sendable {
    static var kind: DeviceKind { DeviceKind("screen") }

    let name: String
    private weak var screen: Screen?

    init(_ screen: Screen) { (name, self.screen) = (screen.name, screen) }

    var valueKind: DeviceKind { Self.kind }
    var acceptsCommands: Bool { true }
    var features: [Feature] { [Feature(canBeSet: true)] }

    func value(of feature: Int) -> Feature.Value { .elements(screen?.elements ?? []) }

    func accepts(_ command: Feature.Value) -> Bool { command.text.flatMap { screen?.use(of: $0) } != nil }

    func send(_ command: Feature.Value) -> Bool {
        guard let use = command.text.flatMap({ screen?.use(of: $0) }) else { return false }
        use()
        return true
    }
}
