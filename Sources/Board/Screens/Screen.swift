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
    private(set) var root: Element?
    var focus = Focus()
    private var tops: [[Step]: Int] = [:]
    /// The offset of a screen that is too high, and its largest value; see `Layout`.
    private var (offset, limit) = (0, 0)
    /// The offset to which turns have scrolled; nil for that of the focus.
    private var scroll: Int?
    /// Whether an object that the view has read has changed since the last description.
    private var isStale = false
    /// The elements for clients; nil if none has asked for them since the last drawing.
    var outlined: Outline?
    /// Reports each drawing to the clients.
    var observer = DeviceObserver()
    /// Whether the view has an ``View/onBack(send:)``.
    var hasBack: Bool { root != nil && frame.back != nil }
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
        outlined = nil
        observer.changed()
    }

    // MARK: Turns and presses

    /// Moves the focus, or changes the value of the control that has been pressed. If no input moves the focus back, it goes from
    /// the last control to the first one. Queue only.
    ///
    /// - Parameter steps: Forward if positive, back if negative.
    public func move(by steps: Int) {
        refresh()
        guard root != nil else { return }
        if focus.isChanging { return change(by: steps) }
        let wraps = hands.withLock(\.movesForwardOnly)
        if limit == 0 {
            focus.move(by: steps, wraps: wraps)
        } else {
            for _ in 0..<min(abs(steps), 1_000) { step(steps.signum(), wraps: wraps) }
        }
        draw()
    }

    /// Moves the focus by a step on a screen that is too high. If there is more than a screen before the next control, or before
    /// an end, the step scrolls by half a screen instead.
    private func step(_ direction: Int, wraps: Bool) {
        var next = focus
        next.move(by: direction, wraps: wraps)
        let isAhead = direction > 0 ? next.ordinal > focus.ordinal : next.ordinal < focus.ordinal
        let (own, height) = (offset(of: focus), canvas.size.height)
        var goal = isAhead ? offset(of: next) : direction > 0 ? limit : 0
        if direction > 0 ? offset < own : offset > own {
            goal = own
        } else if isAhead, abs(goal - offset) <= height {
            goal = offset
        }
        if goal != offset {
            offset += min(max(goal - offset, -max(1, height / 2)), max(1, height / 2))
            scroll = offset
        } else if isAhead {
            (focus, scroll, offset) = (next, nil, offset(of: next))
        } else if wraps {
            (focus, scroll, offset) = (next, 0, 0)
        }
    }

    private func offset(of focus: Focus) -> Int {
        guard let root else { return 0 }
        var layout = Layout(canvas, focus: focus.position, tops: tops)
        layout.measure(root)
        return layout.offset
    }

    /// Presses the control that has the focus. Queue only.
    public func press() {
        refresh()
        press(focus.control)
    }

    /// Ends a change, whose value remains. Otherwise calls the function or sends the event of ``View/onBack(send:)``. Queue only.
    public func back() {
        refresh()
        if focus.isChanging {
            press(focus.control)
        } else if hasBack, let back = frame.back {
            perform(back)
        }
    }

    /// Changes the value of the control that has the focus: a `Toggle` is switched on or off. Queue only.
    ///
    /// - Parameter steps: Increases the value if positive, and decreases it if negative.
    public func change(by steps: Int) {
        refresh()
        guard let control = focus.control else { return }
        if case .adjust(let change) = control.action {
            perform { change(steps) }
        } else {
            control.set(steps > 0 ? "on" : "off").map(perform)
        }
    }

    func press(_ control: Control?) {
        scroll = nil
        switch control?.action {
        case .press(let action): perform(action)
        case .adjust:
            focus.toggleChanging()
            draw()
        case nil: if root != nil { draw() }
        }
    }

    /// Calls a control's function, which usually shows another view. If it does not, the value of a binding may have changed.
    func perform(_ action: () -> Void) {
        scroll = nil
        let before = drawings
        action()
        if drawings == before, !isStale { describe() }
    }

    // MARK: Frames

    func refresh() { if isStale { describe() } }

    private func describe() {
        isStale = false
        guard let view else { return }
        let elements = frame.describe(view, receiver)
        root = elements.count > 1 ? Element(kind: .stack(.vertical, spacing: 0, .center, elements)) : elements.first
        let before = focus.position
        focus.update(root)
        if focus.position?.path != before?.path || focus.position?.row != before?.row { scroll = nil }
        draw()
    }

    private func draw() {
        drawings += 1
        outlined = nil
        defer { observer.changed() }
        guard let root else { return canvas.present(isOff: true) }
        var layout = Layout(canvas, focus: focus.position, tops: tops)
        layout.draw(root, scroll: scroll)
        (tops, offset, limit) = (layout.tops, layout.offset, layout.limit)
        canvas.present(isOff: false)
    }
}

/// The screen for a test.
extension Screen {
    private var reading: ReadingCanvas {
        let reading = ReadingCanvas(canvas)
        guard let root else { return reading }
        var layout = Layout(reading, focus: focus.position, tops: tops)
        layout.draw(root, scroll: scroll)
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
    package func steps(to name: String) -> Int? { focus.ordinal(of: name).map { $0 - focus.ordinal } }
}
