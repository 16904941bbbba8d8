import CarillonTest
import Foundation
import SessionTestSupport
import Testing

@testable import AlarmClock
@testable import AllOn
@testable import BabyMonitor
@testable import Blink
@testable import ButtonLight
@testable import CarillonBoard
@testable import CarillonMemory
@testable import ColourLight
@testable import CombinationLock
@testable import Doorbell
@testable import DoorbellPanel
@testable import FadingLight
@testable import FanControl
@testable import FluxusCounter
@testable import GuestBook
@testable import HallLight
@testable import HeatLamp
@testable import HouseBell
@testable import Jukebox
@testable import KeypadLock
@testable import KitchenTimer
@testable import Metronome
@testable import MorseKey
@testable import MotionAlarm
@testable import MusicBox
@testable import NightLight
@testable import ParkingAid
@testable import PlantWatering
@testable import QuizBuzzers
@testable import Radio
@testable import ReactionGame
@testable import RemoteControl
@testable import RunningLight
@testable import SettingsMenu
@testable import ShutdownButton
@testable import Soundboard
@testable import StopWatch
@testable import StripClock
@testable import TemperatureBar
@testable import Thermostat
@testable import TrafficLights
@testable import TwoHandControl
@testable import VisitorCounter
@testable import VolumeKnob
@testable import WeatherStation
@testable import counter

/// An example, independent of the types of its loop.
struct Recipe: Sendable, CustomTestStringConvertible {
    let name: String
    /// Records a session.
    let record: @Sendable (_ seed: UInt64, _ duration: Duration) throws -> HostileSession
    /// Writes the session of a gentle hand as a test, if it can be written in the words of the bench.
    let export: @Sendable (_ seed: UInt64, _ duration: Duration) throws -> ExportedTest
    /// Replays a session, and returns what the loop did, and the divergence.
    let replay: @Sendable (HostileSession) throws -> (eventLog: [String], divergence: SessionDivergence?)

    var testDescription: String { name }

    static let all = [
        recipe("AlarmClock", "alarm-clock", makeAlarmClock),
        recipe("AllOn", "all-on", makeAllOn),
        recipe("BabyMonitor", "baby-monitor", makeBabyMonitor),
        recipe("Blink", "blink", makeBlink),
        recipe("ButtonLight", "button-light", makeButtonLight),
        recipe("ColourLight", "colour-light", makeColourLight),
        recipe("CombinationLock", "combination-lock", makeCombinationLock),
        recipe("counter", "counter", folder: "..", makeCounter),
        recipe("Doorbell", "doorbell", makeDoorbell),
        recipe("DoorbellPanel", "doorbell-panel", makeDoorbellPanel),
        recipe("FadingLight", "fading-light", makeFadingLight),
        recipe("FanControl", "fan-control", makeFanControl),
        recipe("FluxusCounter", "fluxus-counter", makeFluxusCounter),
        recipe("GuestBook", "guest-book", makeGuestBook),
        recipe(
            "HallLight", "hall-light", kinds: [LatchingRelay.self], makeHallLight),
        recipe("HeatLamp", "heat-lamp", makeHeatLamp),
        recipe("HouseBell", "house-bell", makeHouseBell),
        recipe(
            "Jukebox", "jukebox",
            memory: ["jukebox": #"{"model": {"card": "0007", "volume": 35}}"#],
            makeJukebox),
        recipe("KeypadLock", "keypad-lock", makeKeypadLock),
        recipe("KitchenTimer", "kitchen-timer", makeKitchenTimer),
        recipe("Metronome", "metronome", makeMetronome),
        recipe("MorseKey", "morse-key", makeMorseKey),
        recipe("MotionAlarm", "motion-alarm", makeMotionAlarm),
        recipe("MusicBox", "music-box", makeMusicBox),
        recipe("NightLight", "night-light", makeNightLight),
        recipe("ParkingAid", "parking-aid", makeParkingAid),
        recipe("PlantWatering", "plant-watering", makePlantWatering),
        recipe("QuizBuzzers", "quiz-buzzers", makeQuizBuzzers),
        recipe("Radio", "radio", makeRadio),
        recipe("ReactionGame", "reaction-game", makeReactionGame),
        recipe("RemoteControl", "remote-control", makeRemoteControl),
        recipe("RunningLight", "running-light", makeRunningLight),
        recipe("SettingsMenu", "settings-menu", makeSettingsMenu),
        recipe("ShutdownButton", "shutdown-button", makeShutdownButton),
        recipe("Soundboard", "soundboard", makeSoundboard),
        recipe("StopWatch", "stop-watch", makeStopWatch),
        recipe("StripClock", "strip-clock", makeStripClock),
        // With the processor's own temperature, each run would be another one.
        recipe("TemperatureBar", "temperature-bar", { board in try makeTemperatureBar(on: board) { 55 } }),
        recipe("Thermostat", "thermostat", makeThermostat),
        recipe("TrafficLights", "traffic-lights", makeTrafficLights),
        recipe("TwoHandControl", "two-hand-control", makeTwoHandControl),
        recipe(
            "VisitorCounter", "visitor-counter", memory: ["visitors": #"{"model": 7}"#], makeVisitorCounter),
        recipe(
            "VolumeKnob", "volume-knob", memory: ["volume": #"{"model": {"volume": 65, "isMuted": true}}"#],
            makeVolumeKnob),
        recipe("WeatherStation", "weather-station", makeWeatherStation),
    ]

    /// - Parameter memory: The memory that exported sessions begin with.
    private static func recipe<Model, Event, Effect>(
        _ name: String, _ wiring: String, kinds: [any Device.Type] = [], folder: String? = nil,
        memory: [String: String] = [:],
        _ make: @escaping @Sendable (Board) throws -> MobiusController<Model, Event, Effect>
    ) -> Recipe {
        let examples = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/Examples"
        let folder = folder ?? name
        let file = "\(examples)/\(folder)/Boards/wirings/\(wiring).yaml"
        return Recipe(
            name: name,
            record: { seed, duration in
                try HostileSession(of: .file(file, kinds: kinds), seed: seed, lasting: duration, make)
            },
            export: { seed, duration in
                let file = try Wiring.file(file, kinds: kinds)
                return try ExportedTest(
                    name, wiring: (".example(\"\(folder)\", \"\(wiring)\")", file), seed: seed, duration,
                    preparing: { remember(memory, on: $0) }, make)
            },
            replay: { session in try HostileSession.replay(session.session, of: .file(file, kinds: kinds), make) })
    }

    private static func remember(_ memory: [String: String], on board: Board) {
        let files = Dictionary(uniqueKeysWithValues: memory.map { ("\($0).json", Array($1.utf8)) })
        _ = board.attachments.object { BoardMemories(of: board, in: TransientFolder(files)) }
    }
}
