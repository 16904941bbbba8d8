/// What kind of part a program asks a board for.
package enum PartKind: String, Sendable {
    case button
    case encoder
    case `switch`
    case sensor
    case led = "LED"
    case rgb = "RGB LED"
    case buzzer
    case relay
    case number
    case bar
}
