import Dispatch
import MobiusCore
import TestSupport
import Testing

/// Misuse is reported to the error handler on the caller's thread, with a description, and leaves no lock held.
@Suite struct WrongUseTests {
    typealias Controller = MobiusController<Int, Int, String>

    private let controller: Controller = counterLoop().makeController(
        from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: DispatchQueue(label: "view"))

    static let misusesOfControllers: [Row<@Sendable (Controller) -> Void, String>] = [
        Row("controller does not start twice", "cannot start a controller while already running") { controller in
            controller.start()
            controller.start()
        },
        Row("controller does not stop before its start", "cannot stop a controller while not running") { $0.stop() },
        Row("view is not connected while running", "cannot connect a view while running") { controller in
            controller.start()
            controller.connectView(Probe<Int, Int>())
        },
        Row("view is not disconnected while running", "cannot disconnect a view while running") { controller in
            controller.connectView(Probe<Int, Int>())
            controller.start()
            controller.disconnectView()
        },
        Row("view is not disconnected by its id while running", "cannot disconnect a view while running") {
            controller in
            let id = controller.connectView(Probe<Int, Int>())
            controller.start()
            controller.disconnectView(id: id)
        },
        Row("disconnection needs a view", "not connected, cannot disconnect view") { $0.disconnectView() },
        Row("disconnection of one of several views needs an id", "2 views are connected") { controller in
            controller.connectView(Probe<Int, Int>())
            controller.connectView(Probe<Int, Never>())
            controller.disconnectView()
        },
        Row("model is not replaced while running", "cannot replace the model while running") { controller in
            controller.start()
            controller.replaceModel(2)
        },
    ]

    @Test(arguments: misusesOfControllers)
    func misuseOfAControllerIsReported(row: Row<@Sendable (Controller) -> Void, String>) {
        expect(row.expected, sourceLocation: row.place, row.given)
    }

    @Test func disconnectingAViewTwiceIsReported() {
        let id = controller.connectView(Probe<Int, Int>())
        controller.disconnectView(id: id)
        expect("no view has the id \(id)") { $0.disconnectView(id: id) }
    }

    @Test func eventAfterDisposeIsReported() {
        let source = Probe<Int, Int>()
        let loop = counterLoop().withEventSource(source).start(from: 0)
        loop.dispose()
        let misuse = misuse { source.send(42) }
        expectEqual(misuse?.contains("event submitted after dispose: 42"), true)
        expectEqual(misuse?.contains("MobiusLoop<Int, Int, String>"), true)
        expectEqual(loop.latestModel, 0)
    }

    @Test func disposedConnectionIgnoresValuesAndAnotherDispose() {
        let probe = Probe<Int, Int>()
        let misuse = misuse {
            let connection = probe.connect { _ in }
            connection.dispose()
            connection.accept(3)
            connection.dispose()
        }
        expectEqual(misuse, nil)
        #expect(probe.accepted.values.isEmpty)
        expectEqual(probe.connections.values, [true, false])
    }

    private enum Effect { case show(Int) }
    private enum FunctionEffect { case call((@Sendable () -> Int)?) }

    static let misusesOfRoutes: [Row<@Sendable () -> Void, String>] = [
        Row(
            "effect needs a route", "Error: 0 EffectHandlers could be found for effect: sing of type String"
        ) {
            let router = EffectRouter<String, Int>().routeEffects(equalTo: "ring").to { _ in }
            counterLoop(router.asConnectable) { _ in ["sing"] }.start(from: 0).dispatchEvent(0)
        },
        Row("route needs a case of the effect", "cannot route a case of Effect: no case has the payload String") {
            _ = EffectRouter<Effect, Int>().routeCase { (text: String) in Effect.show(text.count) }
        },
        Row("route of a case needs an enum", "cannot route a case of String, which is not an enum") {
            _ = EffectRouter<String, Int>().routeCase { (number: Int) in "\(number)" }
        },
        Row("payload is not a function", "cannot extract a function or a metatype") {
            _ = EffectRouter<FunctionEffect, Int>().routeCase(FunctionEffect.call)
        },
        Row("compared payload is Equatable", "because Effect is not Equatable") {
            _ = EffectRouter<Effect, Int>().routeCase(Effect.show(1))
        },
    ]

    @Test(arguments: misusesOfRoutes) func misuseOfRoutesIsReported(row: Row<@Sendable () -> Void, String>) {
        let message = misuse(in: row.given)
        expectEqual(message?.contains(row.expected), true, "\(message ?? "no error")", sourceLocation: row.place)
    }

    @Test func effectWithTwoRoutesIsHandledByNeither() {
        let handled = Recorder<String>()
        let misuse = misuse {
            let router = EffectRouter<String, Int>()
                .routeEffects(equalTo: "ring").to { handled.append($0) }
                .routeEffects(withParameters: { $0 }).to { handled.append($0) }
            counterLoop(router.asConnectable) { _ in ["ring"] }.start(from: 0).dispatchEvent(0)
        }
        expectEqual(misuse?.contains("Error: 2 EffectHandlers could be found for effect: ring of type String"), true)
        #expect(handled.values.isEmpty)
    }

    /// Expects that `use` is reported on its own thread, with the controller's type, and that the controller works
    /// afterwards, with the model that it had.
    private func expect(
        _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ use: @escaping @Sendable (Controller) -> Void
    ) {
        let misuse = misuse { [controller] in use(controller) }
        expectEqual(misuse?.contains(text), true, "\(misuse ?? "no error")", sourceLocation: sourceLocation)
        expectEqual(misuse?.contains("MobiusController<Int, Int, String>"), true, sourceLocation: sourceLocation)
        expectEqual(controller.model, 0, sourceLocation: sourceLocation)
        if controller.running { controller.stop() }
    }
}
