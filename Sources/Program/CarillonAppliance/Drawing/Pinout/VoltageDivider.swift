/// Two resistors between a line and an output of 5 V: one to the output, and one from the line to ground.
struct VoltageDivider {
    /// The distance from the line's name to the module.
    static let width = 94.0
    private static let (node, resistorStart, resistorEnd) = (8.0, 16.0, 52.0)
    private static let (groundStart, groundEnd) = (58.0, 84.0)
    private static let (outputLane, groundLane) = (-7.0, 8.0)
    private static let height = 11.0

    /// The middle of the line's row.
    let y: Double
    /// Converts a distance from the line's name to a coordinate.
    let position: (Double) -> Double

    func draw(into svg: inout SVG) {
        let (output, ground) = (y + Self.outputLane, y + Self.groundLane)
        svg.line([(position(0), y), (position(Self.node), y)], color: Palette.wire, width: 2)
        svg.line(
            [
                (position(Self.resistorStart), output), (position(Self.node), output), (position(Self.node), ground),
                (position(Self.resistorStart), ground),
            ], color: Palette.wire, width: 2)
        svg.circle(position(Self.node), y, radius: 2.5, fill: Palette.wire)
        let resistorEnd = position(Self.resistorEnd)
        svg.line([(resistorEnd, output), (position(Self.width), output)], color: Palette.power, width: 2)
        svg.line([(resistorEnd, ground), (position(Self.groundStart), ground)], color: Palette.ground, width: 2)
        for (text, lane) in [("1 kΩ", output), ("2 kΩ", ground)] {
            svg.box(
                text, position(Self.resistorStart), resistorEnd, lane, height: Self.height, size: 8,
                color: Palette.device)
        }
        svg.box(
            "GND", position(Self.groundStart), position(Self.groundEnd), ground, height: Self.height, size: 8,
            color: Palette.ground, fill: Palette.ground, text: "white")
    }
}
