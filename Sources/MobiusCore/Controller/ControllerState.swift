/// Decides what a controller may do: whether it is stopped or running, and from which model it starts.
///
/// `Run` is what its owner needs to stop a run.
struct ControllerState<Model, Run> {
    enum Phase {
        /// Not running; the next start begins with the model.
        case stopped(Model)
        /// The initiate function is being asked what to begin with.
        case starting(Model)
        /// Running; the run has the model.
        case running(Run)
    }

    private(set) var phase: Phase

    init(model: Model) {
        phase = .stopped(model)
    }

    var isRunning: Bool {
        if case .running = phase { true } else { false }
    }

    /// - Returns: The model to initiate from; to be followed by ``started(_:)``.
    mutating func start() throws(ControllerMisuse) -> Model {
        guard case .stopped(let model) = phase else { throw .startedWhileRunning }
        phase = .starting(model)
        return model
    }

    /// The loop has been made.
    mutating func started(_ run: Run) {
        phase = .running(run)
    }

    /// - Parameter lastModel: The model that a run has reached.
    /// - Returns: The run to be ended.
    mutating func stop(lastModel: (Run) -> Model) throws(ControllerMisuse) -> Run {
        guard case .running(let run) = phase else { throw .stoppedWhileNotRunning }
        phase = .stopped(lastModel(run))
        return run
    }

    mutating func replaceModel(_ model: Model) throws(ControllerMisuse) {
        guard case .stopped = phase else { throw .modelReplacedWhileRunning }
        phase = .stopped(model)
    }

    /// Whether views may come and go.
    func mayConnectView() throws(ControllerMisuse) {
        guard case .stopped = phase else { throw .viewConnectedWhileRunning }
    }

    /// Whether views may come and go.
    func mayDisconnectView() throws(ControllerMisuse) {
        guard case .stopped = phase else { throw .viewDisconnectedWhileRunning }
    }
}

/// A wrong use of a controller.
enum ControllerMisuse: Error, Equatable, CustomStringConvertible {
    case startedWhileRunning
    case stoppedWhileNotRunning
    case modelReplacedWhileRunning
    case viewConnectedWhileRunning
    case viewDisconnectedWhileRunning
    case noViewToDisconnect
    case severalViewsToDisconnect(Int)
    case unknownView(String)

    var description: String {
        switch self {
        case .startedWhileRunning:
            "cannot start a controller while already running: stop it first"
        case .stoppedWhileNotRunning:
            "cannot stop a controller while not running: start it first"
        case .modelReplacedWhileRunning:
            "cannot replace the model while running: stop the controller first"
        case .viewConnectedWhileRunning:
            "cannot connect a view while running: connect it before the start"
        case .viewDisconnectedWhileRunning:
            "cannot disconnect a view while running: stop the controller first"
        case .noViewToDisconnect:
            "not connected, cannot disconnect view: connect one first"
        case .severalViewsToDisconnect(let count):
            "cannot disconnect view: \(count) views are connected, say which with disconnectView(id:)"
        case .unknownView(let id):
            "cannot disconnect view: no view has the id \(id)"
        }
    }
}
