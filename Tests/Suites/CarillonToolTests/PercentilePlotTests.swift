import Testing

@testable import carillon

@Suite struct PercentilePlotTests {
    @Test func namesThatAreApartStayWhereTheyAre() {
        #expect(PercentilePlot.spread([10, 50, 90], distance: 18) == [10, 50, 90])
    }

    @Test func namesThatWouldTouchAreMovedApartInTheirOrder() {
        #expect(PercentilePlot.spread([100, 102, 101], distance: 18) == [83, 119, 101])
    }

    @Test func noNamesAreNoTrouble() {
        #expect(PercentilePlot.spread([], distance: 18).isEmpty)
    }
}
