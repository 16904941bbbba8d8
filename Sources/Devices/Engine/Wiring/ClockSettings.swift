/// The clock of a wiring.
package struct ClockSettings: Sendable {
    /// The name of the time zone; nil for that of the machine.
    var timeZone: WiringReference?
    /// The place; nil if it is not stated.
    package var place: GeographicPosition?
    /// The rules of the time zone, found when the wiring is checked; nil for those of the machine.
    package private(set) var zone: TimeZoneRules?
    /// The position in the wiring.
    var position = SourcePosition(file: "")

    /// Finds the time zone, and checks the place.
    mutating func check(faults: inout Faults) {
        if let timeZone {
            zone = TimeZoneFile.named(timeZone.name)
            if zone == nil {
                faults.add(
                    DescriptionError(position: timeZone.position, message: TimeZoneFile.fault(timeZone.name)))
            }
        }
        guard let place else { return }
        guard (-90...90).contains(place.latitude), (-180...180).contains(place.longitude) else {
            return faults.add(
                DescriptionError(
                    position: position,
                    message: "the latitude must be from -90 to 90 degrees, and the longitude from -180 to 180 degrees"
                ))
        }
    }
}

extension ClockSettings {
    /// Reads the part `clock` of a wiring, and adds all mistakes to `faults`.
    init(_ node: DescriptionNode, faults: inout Faults) {
        let fields = node.fields(["time-zone", "latitude", "longitude"], faults: &faults)
        position = node.position
        if let zone = fields["time-zone"], let name = faults.attempt(try zone.string) {
            timeZone = WiringReference(name: name, position: zone.position)
        }
        let (latitude, longitude) = (fields["latitude"], fields["longitude"])
        guard let latitude, let longitude else {
            if latitude != nil || longitude != nil {
                faults.add(
                    node.error(
                        "a place has a latitude and a longitude; for example, latitude: 52.5 and longitude: 13.4"))
            }
            return
        }
        let (north, east) = (faults.attempt(try latitude.degrees), faults.attempt(try longitude.degrees))
        if let north, let east { place = GeographicPosition(latitude: north, longitude: east) }
    }
}

extension DescriptionNode {
    fileprivate var degrees: Double {
        get throws(DescriptionError) {
            let text = try string
            guard let degrees = Double(notation: text) else {
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
        timeZone: String? = nil, place: GeographicPosition? = nil, file: String = #fileID, sourceLine: Int = #line,
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
