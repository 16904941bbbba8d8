import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore

/// A display with a view. A knob, buttons or keys move the focus and press controls.
///
///     let screen = try board.screen("oled").control(by: board.encoder("knob"))
///     controller.connectView(screen.view { model in
///         List(model.stations) { station in Button(station.name, send: Event.chose(station.id)) }
///     })
///
/// The screen keeps the focus and scrolls to it. Everything else belongs to a model or a store. It draws on the board's queue, and
/// the display sends only the changes.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class Screen: @unchecked Sendable {
    /// The name of the display in the wiring.
    public let name: String

    let queue: any Scheduler
    private let canvas: any Canvas
    private let views: ViewCount
    /// Counts the screen as a view of the display while it shows a view.
    private var drive: Connection<Void>?
    private var view: AnyView?
    private var receiver: EventReceiver?
    private let frame = Frame()
    private var root: Element?
    private var focus = Focus()
    private var tops: [[Step]: Int] = [:]
    /// Whether an object that the view has read has changed since the last description.
    private var isStale = false
    /// The number of drawings so far.
    package private(set) var drawings = 0
    /// The inputs that operate the screen.
    package let hands = Locked(Hands())
    let listeners = Locked<[any Disposable]>([])

    private init(_ name: String, _ canvas: any Canvas, _ views: ViewCount, on queue: any Scheduler) {
        (self.name, self.canvas, self.views, self.queue) = (name, canvas, views, queue)
        frame.didChange = { [weak self] in self?.setNeedsDisplay() }
    }

    deinit { for listener in listeners.withLock({ $0 }) { listener.dispose() } }

    /// Creates the screen of a display of dots.
    convenience init(_ display: Display, on queue: any Scheduler) {
        let canvas = DotCanvas(width: display.panel.columns, height: display.panel.rows) { picture in
            if let picture { display.set(picture) } else { display.off() }
        }
        self.init(display.name, canvas, display.views, on: queue)
    }

    /// Creates the screen of an LCD.
    convenience init(_ lcd: LCD, on queue: any Scheduler) {
        let canvas = LetterCanvas(columns: lcd.size.columns, rows: lcd.size.rows) { lcd.set($0) }
        self.init(lcd.name, canvas, lcd.views, on: queue)
    }

    /// Shows a view. May be called from any thread; takes effect immediately on the queue.
    ///
    /// - Parameter view: Called on the queue. An `EmptyView` switches the display off.
    public func set(@ViewBuilder _ view: @escaping @Sendable () -> any View) {
        queue.performOrEnqueue { [self] in show(view(), nil) }
    }

    /// Switches the display off until another view is shown. May be called from any thread.
    public func off() { set { EmptyView() } }

    /// Shows a view, and waits until it is shown; nil switches the display off. May be called from any thread.
    package func setRoot(_ view: AnyView?) {
        // Unsafe only to the compiler: the caller waits.
        nonisolated(unsafe) let view = view ?? AnyView(EmptyView())
        queue.perform { show(view, nil) }
    }

    /// Shows the view again, because an object that it has read has changed. May be called from any thread. Several calls
    /// before the queue's next turn cause one drawing.
    public func setNeedsDisplay() {
        guard queue.unrecorded.isCurrent else {
            return performLater { $0.setNeedsDisplay() }
        }
        guard !isStale else { return }
        isStale = true
        performLater { $0.refresh() }
    }

    /// Enqueues work that sends nothing to the program, so that it is no input of a session.
    func performLater(_ work: @escaping @Sendable (Screen) -> Void) {
        queue.unrecorded.async { [weak self] in
            guard let self else { return }
            queue.withoutRecording { work(self) }
        }
    }

    /// Shows a view. Queue only.
    ///
    /// - Parameter receiver: The receiver of the events that the view's controls send.
    func show(_ view: any View, _ receiver: EventReceiver?) {
        queue.assertCurrent()
        if drive == nil { drive = DeviceView<Void>(views) { _ in }.connect { _ in } }
        (self.view, self.receiver) = (AnyView(view), receiver)
        describe()
    }

    /// Stops driving the display, which keeps its contents. Turns and presses have no effect. Queue only.
    func disconnect() {
        drive?.dispose()
        (drive, view, receiver, root) = (nil, nil, nil, nil)
        focus.update(nil)
    }

    // MARK: Turns and presses

    /// Moves the focus, or changes the value of the control that has been pressed. If no input moves the focus back, it goes from
    /// the last control to the first one. Queue only.
    ///
    /// - Parameter steps: Forward if positive, back if negative.
    public func move(by steps: Int) {
        refresh()
        guard root != nil else { return }
        if focus.isChanging, case .adjust(let change)? = focus.control?.action { return perform { change(steps) } }
        focus.move(by: steps, wraps: hands.withLock(\.movesForwardOnly))
        draw()
    }

    /// Presses the control that has the focus. Queue only.
    public func press() {
        refresh()
        switch focus.control?.action {
        case .press(let action): perform(action)
        case .adjust:
            focus.toggleChanging()
            draw()
        case nil: break
        }
    }

    /// Calls a control's function, which usually shows another view. If it does not, the value of a binding may have changed.
    private func perform(_ action: () -> Void) {
        let before = drawings
        action()
        if drawings == before, !isStale { describe() }
    }

    // MARK: Frames

    private func refresh() { if isStale { describe() } }

    private func describe() {
        isStale = false
        guard let view else { return }
        let elements = frame.describe(view, receiver)
        root = elements.count > 1 ? Element(kind: .stack(.vertical, spacing: 0, .center, elements)) : elements.first
        focus.update(root)
        draw()
    }

    private func draw() {
        drawings += 1
        guard let root else { return canvas.present(isOff: true) }
        var layout = Layout(canvas, focus: focus.position, tops: tops)
        layout.draw(root)
        tops = layout.tops
        canvas.present(isOff: false)
    }
}

/// The screen for a test.
extension Screen {
    private var reading: ReadingCanvas {
        let reading = ReadingCanvas(canvas)
        guard let root else { return reading }
        var layout = Layout(reading, focus: focus.position, tops: tops)
        layout.draw(root)
        return reading
    }

    /// The rows of text, with a mark of the focus; empty if the screen is off. Queue only.
    package var rows: [String] { reading.rows }
    /// The visible texts in their order. Queue only.
    package var texts: [ScreenText] { reading.texts }
    /// Whether turns change the value of the focused control. Queue only.
    package var isChanging: Bool { focus.isChanging }
    /// The names of the controls and rows, in their order. Queue only.
    package var controlNames: [String] { focus.labels.map { $0.joined(separator: " ") } }
    /// Returns the number of steps from the focus to a control or row; nil if none has the name. Queue only.
    package func steps(to name: String) -> Int? { focus.steps(to: name) }
}
