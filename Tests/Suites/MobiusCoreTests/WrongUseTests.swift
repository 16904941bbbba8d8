import Dispatch
import MobiusCore
import TestSupport
import Testing

/// Misuse is reported to the error handler on the caller's thread, with a description, and leaves no lock held.
@Suite struct WrongUseTests {
    private let controller = counterLoop().makeController(
        from: 0, loopQueue: DispatchQueue(label: "loop"), viewQueue: DispatchQueue(label: "view"))

    @Test func secondStart() {
        controller.start()
        expect("cannot start a controller while already running") { $0.start() }
        controller.stop()
    }

    @Test func stopWithoutAStart() {
        expect("cannot stop a controller while not running") { $0.stop() }
    }

    @Test func viewThatIsConnectedWhileRunning() {
        controller.start()
        expect("cannot connect a view while running") { $0.connectView(Probe<Int, Int>()) }
        controller.stop()
    }

    @Test func viewThatIsDisconnectedWhileRunning() {
        let id = controller.connectView(Probe<Int, Int>())
        controller.start()
        expect("cannot disconnect a view while running") { $0.disconnectView() }
        expect("cannot disconnect a view while running") { $0.disconnectView(id: id) }
        controller.stop()
    }

    @Test func disconnectionWithoutAView() {
        expect("not connected, cannot disconnect view") { $0.disconnectView() }
    }

    @Test func disconnectionThatDoesNotSayWhichView() {
        controller.connectView(Probe<Int, Int>())
        controller.connectView(Probe<Int, Never>())
        expect("2 views are connected") { $0.disconnectView() }
    }

    @Test func disconnectionOfAViewThatIsGone() {
        let id = controller.connectView(Probe<Int, Int>())
        controller.disconnectView(id: id)
        expect("no view has the id \(id)") { $0.disconnectView(id: id) }
    }

    @Test func modelThatIsReplacedWhileRunning() {
        controller.start()
        expect("cannot replace the model while running") { $0.replaceModel(2) }
        #expect(controller.model == 0)
        controller.stop()
    }

    @Test func eventAfterDispose() {
        let source = Probe<Int, Int>()
        let loop = counterLoop().withEventSource(source).start(from: 0)
        loop.dispose()
        let misuse = misuse { source.send(42) }
        #expect(misuse?.contains("event submitted after dispose: 42") == true)
        #expect(misuse?.contains("MobiusLoop<Int, Int, String>") == true)
        #expect(loop.latestModel == 0)
    }

    @Test func valueForAConnectionThatWasDisposedIsIgnored() {
        let probe = Probe<Int, Int>()
        let misuse = misuse {
            let connection = probe.connect { _ in }
            connection.dispose()
            connection.accept(3)
        }
        #expect(misuse == nil)
        #expect(probe.accepted.values.isEmpty)
    }

    @Test func effectWithoutARoute() {
        let misuse = misuse {
            let router = EffectRouter<String, Int>().routeEffects(equalTo: "ring").to { _ in }
            counterLoop(router.asConnectable) { _ in ["sing"] }.start(from: 0).dispatchEvent(0)
        }
        #expect(misuse?.contains("Error: 0 EffectHandlers could be found for effect: sing of type String") == true)
    }

    @Test func effectWithTwoRoutesIsHandledByNeither() {
        let handled = Recorder<String>()
        let misuse = misuse {
            let router = EffectRouter<String, Int>()
                .routeEffects(equalTo: "ring").to { handled.append($0) }
                .routeEffects(withParameters: { $0 }).to { handled.append($0) }
            counterLoop(router.asConnectable) { _ in ["ring"] }.start(from: 0).dispatchEvent(0)
        }
        #expect(misuse?.contains("Error: 2 EffectHandlers could be found for effect: ring of type String") == true)
        #expect(handled.values.isEmpty)
    }

    @Test func caseThatTheEffectDoesNotHave() {
        enum Effect { case show(Int) }
        let misuse = misuse { _ = EffectRouter<Effect, Int>().routeCase { (text: String) in Effect.show(text.count) } }
        #expect(misuse?.contains("cannot route a case of Effect: no case has the payload String") == true)
    }

    @Test func routingByACaseOfANonEnumIsMisuse() {
        let misuse = misuse { _ = EffectRouter<String, Int>().routeCase { (number: Int) in "\(number)" } }
        #expect(misuse?.contains("cannot route a case of String, which is not an enum") == true)
    }

    @Test func payloadThatIsAFunction() {
        enum Effect { case call((@Sendable () -> Int)?) }
        let misuse = misuse { _ = EffectRouter<Effect, Int>().routeCase(Effect.call) }
        #expect(misuse?.contains("cannot extract a function or a metatype") == true)
    }

    @Test func payloadThatCannotBeCompared() {
        enum Effect { case show(Int) }
        let misuse = misuse { _ = EffectRouter<Effect, Int>().routeCase(Effect.show(1)) }
        #expect(misuse?.contains("because Effect is not Equatable") == true)
    }

    /// Expects that `use` is reported on its own thread, with the controller's type, and that the controller works
    /// afterwards.
    private func expect(
        _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ use: @escaping @Sendable (MobiusController<Int, Int, String>) -> Void
    ) {
        let misuse = misuse { [controller] in use(controller) }
        #expect(misuse?.contains(text) == true, "\(misuse ?? "no error")", sourceLocation: sourceLocation)
        #expect(misuse?.contains("MobiusController<Int, Int, String>") == true, sourceLocation: sourceLocation)
        _ = controller.running
    }
}
