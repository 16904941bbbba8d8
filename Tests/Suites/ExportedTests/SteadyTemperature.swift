import CarillonTest

@testable import TemperatureBar

/// Makes the temperature bar with a temperature that does not change. With the processor's own, each run would be another one.
func makeSteadyBar(on board: Board) throws -> MobiusController<Double, Event, Effect> {
    try makeTemperatureBar(on: board) { 55 }
}
