import CarillonDevices
import CarillonScheduling
import MobiusCore

/// The values of an application that its users see and set, besides its devices.
///
///     .withEventSource(board.values.switch("quiet").commanded { .quiet($0) })
///     controller.connectView(board.values.switch("quiet").view { $0.isQuiet })
///     controller.connectView(board.values.number("rings").view { $0.rings })
///
/// The page, the panel, the fleet and the bench show the values. Users can set a value if the program has an event source
/// for its commands (`commanded`).
///
/// All requests for a value with the same name return the same value. An event source with the name of an output of the
/// board receives the commands for that output. This is necessary if a view drives the output, because the next model would
/// undo a command.
///
/// Create event sources and views in the function that makes the controller.
public struct BoardValues: Sendable {
    let queue: any Scheduler
    let features: BoardFeatures

    /// Returns a switch. If `name` is an LED, a command with any brightness or pattern other than off counts as on.
    public func `switch`(_ name: String) -> BoardValue<Bool, Bool> { toggle(.switch, name) }

    /// Returns a number that users see and cannot set.
    ///
    /// - Parameter unit: The unit shown to users.
    public func number(_ name: String, unit: String = "") -> BoardValue<Double, Never> {
        let scale = Feature.Scale(unit: unit)
        return value(.number, name, .level(nil, scale), { .level($0, scale) }, { _ in nil })
    }

    /// Returns a number that is shown and set.
    ///
    /// - Parameters:
    ///   - range: The numbers that may be set.
    ///   - step: The step, greater than 0. Each number is a multiple of it.
    ///   - unit: The unit shown to users.
    public func number(
        _ name: String, in range: ClosedRange<Double>, step: Double = 1, unit: String = ""
    ) -> BoardValue<Double, Double> {
        let scale = Feature.Scale(range, step: step, unit: unit)
        return value(
            .number, name, .level(range.lowerBound, scale), { .level($0, scale) }, { $0.number ?? range.lowerBound })
    }

    /// Returns a whole number that is shown and set.
    ///
    /// - Parameters:
    ///   - range: The numbers that may be set.
    ///   - step: The step, greater than 0. Each number is a multiple of it.
    ///   - unit: The unit shown to users.
    public func number(
        _ name: String, in range: ClosedRange<Int>, step: Int = 1, unit: String = ""
    ) -> BoardValue<Int, Int> {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        let scale = Feature.Scale(bounds, step: Double(step), unit: unit)
        return value(
            .number, name, .level(bounds.lowerBound, scale), { .level(Double($0), scale) },
            { Int($0.number ?? bounds.lowerBound) })
    }

    /// The volume of the loudspeaker in percent. Its commands are changes of the volume on the page, in the fleet and on
    /// the bench.
    ///
    ///     .withEventSource(board.values.volume.commanded { .volume($0) })
    public var volume: BoardValue<Int, Int> { number("main", in: 0...100, unit: " %") }

    /// Returns a choice of one of several texts.
    ///
    /// - Parameter options: The texts to choose from, at least one.
    public func choice(_ name: String, of options: [String]) -> BoardValue<String, String> {
        value(.choice, name, .text(Self.unknown), { .text($0) }, \.text, options: options)
    }

    /// Returns a choice of one of the cases of an enumeration. Users see the raw values of the cases.
    public func choice<Choice: CaseIterable & RawRepresentable<String> & Sendable>(
        _ name: String, of type: Choice.Type
    ) -> BoardValue<Choice, Choice> {
        value(
            .choice, name, .text(Self.unknown), { .text($0.rawValue) }, { $0.text.flatMap(Choice.init) },
            options: Choice.allCases.map(\.rawValue))
    }

    /// Returns a text. Home Assistant sends up to 255 characters, the page and other clients up to 4096 bytes.
    public func text(_ name: String) -> BoardValue<String, String> {
        value(.text, name, .text(""), { .text($0) }, \.text)
    }

    /// Returns a time of the day, such as the time of an alarm; nil shows no time. Commands that are not a time are
    /// refused.
    public func time(_ name: String) -> BoardValue<TimeOfDay?, TimeOfDay> {
        value(
            .time, name, .text(""), { .text($0.map { "\($0)" } ?? "") }, { $0.text.flatMap { TimeOfDay($0) } })
    }

    /// Returns a button.
    public func button(_ name: String) -> BoardValue<Never, Void> {
        value(.button, name, .press(false), Self.unset, { _ in () })
    }

    /// Returns the messages that users send to the box. A message has up to 4096 bytes. In Home Assistant, it is sent with
    /// the action `notify.send_message`.
    public func message(_ name: String) -> BoardValue<Never, String> {
        value(.message, name, .text(""), Self.unset, \.text)
    }

    /// Returns a light with a brightness from 0 (off) to 1, in steps of 0.01.
    public func light(_ name: String) -> BoardValue<Double, Double> { share(.light, name) }

    /// Returns a light with a colour. Black means that the light is off.
    public func colorLight(_ name: String) -> BoardValue<Color, Color> {
        value(
            .light, name, .color(.white, .off), { .color($0, $0 == .black ? .off : .on) },
            { value in
                guard case .color(let color, let pattern) = value, pattern != .off else { return .black }
                return color
            })
    }

    /// Returns a fan with a speed from 0 (off) to 1, in steps of 0.01.
    public func fan(_ name: String) -> BoardValue<Double, Double> { share(.fan, name) }

    /// Returns a siren, which is on or off. Home Assistant groups sirens with alarms.
    public func siren(_ name: String) -> BoardValue<Bool, Bool> { toggle(.siren, name) }

    /// Returns a cover, such as a blind or a gate, which is opened, closed or stopped.
    public func cover(_ name: String) -> BoardValue<CoverState, CoverCommand> {
        value(
            .cover, name, .text(Self.unknown), { .text($0.rawValue) }, { $0.text.flatMap(CoverCommand.init) },
            options: CoverCommand.allCases.map(\.rawValue))
    }

    /// The text of a value that is not known yet, which Home Assistant shows as unknown.
    private static let unknown = "None"

    /// Stands for the value of what has only commands.
    private static func unset(_: Never) -> Feature.Value {}

    /// Returns a value that is on or off.
    private func toggle(_ kind: ApplicationValue.Kind, _ name: String) -> BoardValue<Bool, Bool> {
        value(kind, name, .toggle(.off), { .toggle(.on(if: $0)) }, { $0 != .toggle(.off) })
    }

    /// Returns a value that is off, or has a brightness or a speed, from 0 (off) to 1.
    private func share(_ kind: ApplicationValue.Kind, _ name: String) -> BoardValue<Double, Double> {
        value(
            kind, name, .toggle(.off), { .toggle(.dimmed(to: $0)) },
            { value in
                guard case .toggle(let pattern) = value else { return 0 }
                // A light has 256 steps, but commands have percents.
                return ((pattern.steadyShare ?? 1) * 100).rounded() / 100
            })
    }

    /// Returns the value of a kind with this name, whose state is created if there is none.
    ///
    /// - Parameters:
    ///   - form: The value at first, with the form of its commands.
    ///   - options: The texts of the commands; empty for any.
    ///   - command: Returns the command that has been sent; nil if it is none.
    private func value<Value, Command>(
        _ kind: ApplicationValue.Kind, _ name: String, _ form: Feature.Value,
        _ shown: @escaping @Sendable (Value) -> Feature.Value,
        _ command: @escaping @Sendable (Feature.Value) -> Command?, options: [String] = []
    ) -> BoardValue<Value, Command> {
        let state = queue.unrecorded.perform { () -> ApplicationValue in
            for case let value as ApplicationValue in features.ofApplication.map(\.owner)
            where (value.ownKind, value.name) == (kind, name) { return value }
            let value = ApplicationValue(kind, name, form, on: queue, observer: features.observer())
            features.add(value)
            return value
        }
        return BoardValue(state: state, form: form, options: options, shown: shown, command: command)
    }
}

extension Board {
    /// The values of the application, which the page, the panel, the fleet and the bench show.
    public var values: BoardValues { BoardValues(queue: queue, features: features) }
}
