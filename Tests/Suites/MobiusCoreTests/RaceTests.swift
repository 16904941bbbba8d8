import CLibrary
import TestSupport
import Testing

/// Code with a race does not compile in Swift 6 mode. It compiles in Swift 5 mode, for existing programs.
@Suite(.enabled(if: Compiler.isThere, "needs swiftc and the modules beside the tests"))
struct RaceTests {
    @Test(arguments: [5, 6]) func dataRacesAreErrorsInSwift6ModeOnly(languageMode: Int) throws {
        let races = program.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { _, line in line.hasSuffix("// race") }.map { index, _ in index + 1 }
        let expected = languageMode == 6 ? races : []
        expectEqual(try Compiler.linesWithErrors(program, languageMode: languageMode), expected)
    }
}

private let program = """
    import Dispatch
    import MobiusCore

    final class Box { var count = 0 }
    struct Reference { var box = Box() }

    struct Handler: Connectable {
        func connect(_ consumer: @escaping Consumer<Int>) -> Connection<Int> {
            Connection(acceptClosure: { _ in }, disposeClosure: {})
        }
    }
    final class StatefulHandler: Connectable {
        var count = 0
        func connect(_ consumer: @escaping Consumer<Int>) -> Connection<Int> {
            Connection(acceptClosure: { _ in self.count += 1 }, disposeClosure: {})
        }
    }
    final class StatefulSource: EventSource {
        var consumer: ((Int) -> Void)?
        func subscribe(consumer: @escaping (Int) -> Void) -> any Disposable {
            self.consumer = consumer
            return EmptyDisposable()
        }
    }

    func update(model: Int, event: Int) -> Next<Int, Int> { .next(model + event) }
    let builder = Mobius.loop(update: update, effectHandler: Handler())
    let router = EffectRouter<Int, Int>()

    func uses(box: Box, handler: StatefulHandler, source: StatefulSource) {
        var count = 0
        let loop = builder.start(from: 0)
        let controller = builder.makeController(from: 0)
        let connection = Handler().connect { _ in }

        loop.addObserver { print($0) }
        loop.addObserver { count += $0 } // race
        loop.addObserver { box.count += $0 } // race
        DispatchQueue.global().async { controller.start() }
        DispatchQueue.global().async { loop.dispatchEvent(1) } // race
        DispatchQueue.global().async { connection.accept(1) } // race

        _ = Mobius.loop(update: update, effectHandler: handler) // race
        _ = builder.withEventSource(source) // race
        _ = builder.withEventConsumerTransformer { next in { count += $0; next($0) } } // race
        _ = builder.makeController(from: 0, initiate: { box.count += 1; return First(model: $0) }) // race
        controller.connectView(handler) // race

        _ = router.routeEffects(equalTo: 1).to { print($0) }
        _ = router.routeEffects(equalTo: 1).to { box.count += $0 } // race
        _ = router.routeEffects(equalTo: 1).toEvent { $0 + box.count } // race
        _ = router.routeEffects(equalTo: 1).to { _ async in box.count += 1 } // race
        _ = router.routeEffects(equalTo: 1).to(handler) // race
        _ = router.routeEffects(withParameters: { _ in Box() }).on(queue: .main).to { print($0) } // race

        let byReference = Mobius.loop(
            update: { (model: Reference, _: Int) in Next<Reference, Int>.next(model) }, effectHandler: Handler())
        _ = byReference.start(from: Reference(box: box))
        _ = byReference.makeController(from: Reference(box: box)) // race
        count += 1
        box.count += 1
    }
    """

/// The compiler on the PATH.
private enum Compiler {
    /// The folder of the built modules, beside the test bundle.
    private static let modules = folderOfBinaries.appendingPathComponent("Modules").path

    static var isThere: Bool {
        access(modules + "/MobiusCore.swiftmodule", R_OK) == 0 && output(of: "command -v swiftc").isEmpty == false
    }

    /// - Returns: The numbers of the lines that the compiler finds errors in.
    static func linesWithErrors(_ program: String, languageMode: Int) throws -> [Int] {
        var path = Array("/tmp/races-XXXXXX.swift".utf8CString)
        let file = mkstemps(&path, 6)
        try #require(file >= 0)
        let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer {
            close(file)
            unlink(name)
        }
        try #require(write(file, program, program.utf8.count) == program.utf8.count)
        let messages = output(
            of: "swiftc -typecheck -parse-as-library -swift-version \(languageMode) -I '\(modules)'"
                + " -module-cache-path \"$(realpath '\(modules)/../ModuleCache')\""
                + " -Xcc -fmodule-map-file='\(modules)/../CSystem.build/module.modulemap' \(name) 2>&1")
        let lines = messages.split(separator: "\n").filter { $0.contains(": error: ") && !$0.hasPrefix(" ") }
        // Errors elsewhere, such as a module that cannot be read.
        #expect(lines.allSatisfy { $0.hasPrefix(name + ":") }, "\(messages)")
        return Set(lines.compactMap { Int($0.dropFirst(name.utf8.count + 1).prefix { $0 != ":" }) }).sorted()
    }

    private static func output(of command: String) -> String {
        guard let pipe = popen(command, "r") else { return "" }
        defer { pclose(pipe) }
        var output: [UInt8] = []
        while case let byte = getc(pipe), byte != EOF { output.append(UInt8(byte)) }
        return String(decoding: output, as: UTF8.self)
    }
}
