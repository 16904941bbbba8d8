import CarillonTest
import Testing

@testable import AllOn
@testable import Blink
@testable import ButtonLight
@testable import ColourLight
@testable import CombinationLock
@testable import Doorbell
@testable import FadingLight
@testable import HeatLamp
@testable import KitchenTimer
@testable import Metronome
@testable import MorseKey
@testable import MotionAlarm
@testable import MusicBox
@testable import NightLight
@testable import QuizBuzzers
@testable import ReactionGame
@testable import RunningLight
@testable import ShutdownButton
@testable import StopWatch
@testable import TemperatureBar
@testable import TrafficLights
@testable import TwoHandControl
@testable import VolumeKnob

/// Each recipe has the devices that its wiring names, and the wiring the devices that the recipe asks for.
@Suite struct RecipeWiringTests {
    private static let recipes: [(wiring: String, open: @Sendable () throws -> Void)] = [
        ("all-on", { _ = try Bench(wiring: "all-on", makeAllOn) }),
        ("blink", { _ = try Bench(wiring: "blink", makeBlink) }),
        ("button-light", { _ = try Bench(wiring: "button-light", makeButtonLight) }),
        ("colour-light", { _ = try Bench(wiring: "colour-light", makeColourLight) }),
        ("combination-lock", { _ = try Bench(wiring: "combination-lock", makeCombinationLock) }),
        ("doorbell", { _ = try Bench(wiring: "doorbell", makeDoorbell) }),
        ("fading-light", { _ = try Bench(wiring: "fading-light", makeFadingLight) }),
        ("heat-lamp", { _ = try Bench(wiring: "heat-lamp", makeHeatLamp) }),
        ("kitchen-timer", { _ = try Bench(wiring: "kitchen-timer", makeKitchenTimer) }),
        ("metronome", { _ = try Bench(wiring: "metronome", makeMetronome) }),
        ("morse-key", { _ = try Bench(wiring: "morse-key", makeMorseKey) }),
        ("motion-alarm", { _ = try Bench(wiring: "motion-alarm", makeMotionAlarm) }),
        ("music-box", { _ = try Bench(wiring: "music-box", makeMusicBox) }),
        ("night-light", { _ = try Bench(wiring: "night-light", makeNightLight) }),
        ("quiz-buzzers", { _ = try Bench(wiring: "quiz-buzzers", makeQuizBuzzers) }),
        ("reaction-game", { _ = try Bench(wiring: "reaction-game", makeReactionGame) }),
        ("running-light", { _ = try Bench(wiring: "running-light", makeRunningLight) }),
        ("shutdown-button", { _ = try Bench(wiring: "shutdown-button", makeShutdownButton) }),
        ("stop-watch", { _ = try Bench(wiring: "stop-watch", makeStopWatch) }),
        ("temperature-bar", { _ = try Bench(wiring: "temperature-bar") { try makeTemperatureBar(on: $0) } }),
        ("traffic-lights", { _ = try Bench(wiring: "traffic-lights", makeTrafficLights) }),
        ("two-hand-control", { _ = try Bench(wiring: "two-hand-control", makeTwoHandControl) }),
        ("volume-knob", { _ = try Bench(wiring: "volume-knob", makeVolumeKnob) }),
    ]

    @Test(arguments: recipes.indices)
    func everyRecipeOpensItsWiring(index: Int) throws {
        try Self.recipes[index].open()
    }
}
