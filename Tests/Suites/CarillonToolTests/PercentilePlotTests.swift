import TestSupport
import Testing

@testable import CarillonTool

@Suite struct PercentilePlotTests {
    @Test func namesThatWouldTouchAreMovedApartInTheirOrder() {
        expectEqual(PercentilePlot.spread([10, 50, 90], distance: 18), [10, 50, 90])
        expectEqual(PercentilePlot.spread([100, 102, 101], distance: 18), [83, 119, 101])
        expectEqual(PercentilePlot.spread([], distance: 18), [])
    }
}
