import CLibrary

/// A position on the earth, by its latitude and longitude.
public struct GeographicPosition: Hashable, Sendable {
    /// The degrees north of the equator, from -90 to 90.
    public let latitude: Double
    /// The degrees east of Greenwich, from -180 to 180.
    public let longitude: Double

    /// Creates a position from degrees north of the equator, from -90 to 90, and degrees east of Greenwich, from -180 to
    /// 180. Degrees south and west are negative.
    public init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}

/// The times at which the upper edge of the sun crosses the horizon at sea level.
///
/// The equations are those of NOAA's solar calculator (gml.noaa.gov/grad/solcalc), after J. Meeus, "Astronomical Algorithms",
/// 2nd edition, chapters 25 and 28. They assume a refraction of 34 arc minutes. The weather moves the real times by a minute,
/// and by more near the poles.
enum Sun {
    /// The angle from the zenith to the centre of the sun at its rise: 90 degrees, the refraction and half its diameter.
    private static let zenith = 90.833
    /// The Julian date of 1970-01-01 00:00 UTC.
    private static let julian1970 = 2_440_587.5
    private static let julian2000 = 2_451_545.0

    /// Returns the sunrise or the sunset of a day in seconds since 1970; nil if the sun does not cross the horizon.
    ///
    /// - Parameters:
    ///   - rises: Whether the sunrise is asked for.
    ///   - day: The days since 1970-01-01. The event is nearer to the noon of this day, by the sun, than to any other noon.
    static func crossing(rises: Bool, day: Int, at place: GeographicPosition) -> Int64? {
        let midnight = Double(day) * 86_400
        // The position of the sun is needed at the event, so the time is corrected several times.
        var time = midnight + (12 - place.longitude / 15) * 3600
        for _ in 0..<5 {
            let (declination, equation) = position(at: time)
            let latitude = radians(place.latitude)
            let cosine =
                cos(radians(zenith)) / (cos(latitude) * cos(declination)) - tan(latitude) * tan(declination)
            guard (-1...1).contains(cosine) else { return nil }
            let hourAngle = degrees(acos(cosine)) * (rises ? 1 : -1)
            let minutes = 720 - 4 * (place.longitude + hourAngle) - equation
            time = midnight + minutes * 60
        }
        return Int64(time.rounded())
    }

    /// Returns the declination of the sun in radians, and the equation of time in minutes.
    private static func position(at time: Double) -> (declination: Double, equation: Double) {
        let century = (time / 86_400 + julian1970 - julian2000) / 36_525
        let meanLongitude = radians(280.46646 + century * (36_000.76983 + century * 0.0003032))
        let anomaly = radians(357.52911 + century * (35_999.05029 - 0.0001537 * century))
        let eccentricity = 0.016708634 - century * (0.000042037 + 0.0000001267 * century)
        let center1 = sin(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century))
        let center2 = sin(2 * anomaly) * (0.019993 - 0.000101 * century) + sin(3 * anomaly) * 0.000289
        let node = radians(125.04 - 1934.136 * century)
        let longitude = meanLongitude + radians(center1 + center2 - 0.00569 - 0.00478 * sin(node))
        let seconds = 21.448 - century * (46.815 + century * (0.00059 - century * 0.001813))
        let obliquity = radians(23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node))
        let declination = asin(sin(obliquity) * sin(longitude))
        let y = tan(obliquity / 2) * tan(obliquity / 2)
        let first = y * sin(2 * meanLongitude) - 2 * eccentricity * sin(anomaly)
        let second = 4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude)
        let third = 0.5 * y * y * sin(4 * meanLongitude) + 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
        return (declination, 4 * degrees(first + second - third))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
