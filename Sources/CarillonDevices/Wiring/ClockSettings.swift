/// The clock of a wiring.
package struct ClockSettings: Sendable {
    /// The name of the time zone; nil for that of the machine.
    var timeZone: WiringReference?
    /// The place; nil if it is not stated.
    package var place: Place?
    /// The rules of the time zone, found when the wiring is checked; nil for those of the machine.
    package private(set) var zone: TimeZoneRules?
    /// The position in the wiring.
    var position = SourcePosition(file: "")

    /// Finds the time zone, and checks the place.
    mutating func check() throws(DescriptionError) {
        if let timeZone {
            guard let zone = TimeZoneFile.named(timeZone.name) else {
                throw DescriptionError(position: timeZone.position, message: TimeZoneFile.fault(timeZone.name))
            }
            self.zone = zone
        }
        guard let place else { return }
        guard (-90...90).contains(place.latitude), (-180...180).contains(place.longitude) else {
            throw DescriptionError(
                position: position,
                message: "the latitude must be from -90 to 90 degrees, and the longitude from -180 to 180 degrees"
            )
        }
    }
}

extension ClockSettings {
    init(_ node: DescriptionNode) throws(DescriptionError) {
        let fields = try node.fields(["time-zone", "latitude", "longitude"])
        position = node.position
        if let zone = fields["time-zone"] { timeZone = WiringReference(name: try zone.string, position: zone.position) }
        guard fields["latitude"] != nil || fields["longitude"] != nil else { return }
        guard let latitude = try fields["latitude"]?.degrees, let longitude = try fields["longitude"]?.degrees else {
            throw node.error("a place has a latitude and a longitude; for example, latitude: 52.5 and longitude: 13.4")
        }
        place = Place(latitude: latitude, longitude: longitude)
    }
}

extension DescriptionNode {
    fileprivate var degrees: Double {
        get throws(DescriptionError) {
            let text = try string
            guard let degrees = Double(text), degrees.isFinite else {
                throw error("expected degrees, such as 52.5, found \"\(text)\"")
            }
            return degrees
        }
    }
}

extension Wiring.Entry {
    /// Returns an entry for the clock. Without this entry, the clock has the time zone of the machine, and cannot compute the
    /// times of sunrise and sunset.
    ///
    /// - Parameters:
    ///   - timeZone: The name of the time zone, such as `Europe/Berlin`; nil for the time zone of the machine.
    ///   - place: The place for which sunrise and sunset are computed; nil for none.
    public static func clock(
        timeZone: String? = nil, place: Place? = nil, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column
    ) -> Wiring.Entry {
        let position = SourcePosition(file: file, line: sourceLine, column: column)
        return Self {
            $0.clock = ClockSettings(
                timeZone: timeZone.map { WiringReference(name: $0, position: position) }, place: place,
                position: position)
        }
    }
}
