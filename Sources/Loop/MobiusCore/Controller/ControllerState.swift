/// The state of a controller: stopped or running, and the model that it starts from. It decides which operations are
/// permitted.
///
/// `Run` is the value that the owner needs to stop a run.
struct ControllerState<Model, Run> {
    enum Phase {
        /// Not running. The next start begins with the model.
        case stopped(Model)
        /// The initiate function is being called with the model.
        case starting(Model)
        /// Running. The run owns the model.
        case running(Run)
    }

    private(set) var phase: Phase

    init(model: Model) {
        phase = .stopped(model)
    }

    var isRunning: Bool {
        if case .running = phase { true } else { false }
    }

    /// - Returns: The model to initiate from. The caller then calls ``started(_:)``.
    mutating func start() throws(ControllerMisuse) -> Model {
        guard case .stopped(let model) = phase else { throw .startedWhileRunning }
        phase = .starting(model)
        return model
    }

    /// Records that the loop has been created.
    mutating func started(_ run: Run) {
        phase = .running(run)
    }

    /// - Parameter lastModel: Returns the current model of a run.
    /// - Returns: The run that the caller must end.
    mutating func stop(lastModel: (Run) -> Model) throws(ControllerMisuse) -> Run {
        guard case .running(let run) = phase else { throw .stoppedWhileNotRunning }
        phase = .stopped(lastModel(run))
        return run
    }

    mutating func replaceModel(_ model: Model) throws(ControllerMisuse) {
        guard case .stopped = phase else { throw .modelReplacedWhileRunning }
        phase = .stopped(model)
    }

    /// Throws unless the controller is stopped: views can be connected only then.
    func mayConnectView() throws(ControllerMisuse) {
        guard case .stopped = phase else { throw .viewConnectedWhileRunning }
    }

    /// Throws unless the controller is stopped: views can be disconnected only then.
    func mayDisconnectView() throws(ControllerMisuse) {
        guard case .stopped = phase else { throw .viewDisconnectedWhileRunning }
    }
}

/// An incorrect use of a controller.
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
            "cannot disconnect view: \(count) views are connected, use disconnectView(id:)"
        case .unknownView(let id):
            "cannot disconnect view: no view has the id \(id)"
        }
    }
}
