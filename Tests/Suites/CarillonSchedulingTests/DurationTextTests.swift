import CarillonScheduling
import TestSupport
import Testing

@Suite struct DurationTextTests {
    @Test(
        arguments: [
            (.nanoseconds(780_187_500), "0.78 s"), (.milliseconds(40), "0.04 s"), (.milliseconds(1), "0.001 s"),
            (.microseconds(499), "0 s"), (.zero, "0 s"), (.seconds(12), "12 s"), (.milliseconds(39_549), "39.549 s"),
            (.nanoseconds(1_999_600_000), "2 s"), (.milliseconds(-1500), "-1.5 s"),
        ] as [(Duration, String)])
    func durationHasAtMostThreeDigitsAfterThePoint(duration: Duration, text: String) {
        expectEqual(duration.inWords, text)
    }
}
