/// A device class of Home Assistant for numbers, with the units and state classes that it allows.
///
/// The table is that of Home Assistant 2026.2.3: homeassistant/components/sensor/const.py (DEVICE_CLASS_UNITS,
/// DEVICE_CLASS_STATE_CLASSES). The units of homeassistant/components/number/const.py are the same. Classes of dates and of
/// choices are not for numbers.
package struct NumberClass: Sendable {
    /// The way in which Home Assistant makes statistics of a number.
    package enum State: String, Sendable {
        /// A measurement: the statistics have its average.
        case measurement
        /// The measurement of a direction.
        case angle = "measurement_angle"
        /// A total that may also fall.
        case total
        /// A total that grows, and begins with 0 again.
        case increasing = "total_increasing"
    }

    /// The name, such as `energy`.
    package let name: String
    /// The units; an empty text stands for no unit. nil allows any unit.
    private let units: [String]?
    /// The allowed state classes, the most common one first.
    private let states: [State]

    private init(_ name: String, _ units: String?, _ states: [State] = [.measurement]) {
        self.name = name
        self.units = units.map { units in
            units.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
        }
        self.states = states
    }

    /// Returns whether numbers of a scale can have the class.
    package func suits(_ scale: Feature.Scale) -> Bool { has(scale) && allows(scale) }

    private func has(_ scale: Feature.Scale) -> Bool {
        // Home Assistant takes the micro sign for the Greek letter.
        let unit = String(scale.unit.drop { $0 == " " }.map { $0 == "\u{b5}" ? "\u{3bc}" : $0 })
        return units?.contains(unit) ?? true
    }

    private func allows(_ scale: Feature.Scale) -> Bool { !scale.isTotal || states.contains(.increasing) }

    /// Returns the state class of numbers of a scale.
    package static func state(of scale: Feature.Scale) -> State {
        if scale.isTotal { return .increasing }
        return all.first { $0.name == scale.quantity }?.states.first ?? .measurement
    }

    /// Returns the names of the classes that numbers of a scale can have.
    package static func names(for scale: Feature.Scale) -> [String] { all.filter { $0.suits(scale) }.map(\.name) }

    /// Returns the reason why numbers of a scale cannot have the class called `name`, with the classes that they can have; nil if
    /// they can.
    package static func problem(_ name: String, _ scale: Feature.Scale) -> String? {
        let names = names(for: scale)
        guard !names.contains(name) else { return nil }
        let unit = scale.unit.drop { $0 == " " }
        let subject = (scale.isTotal ? "a total " : "a number ") + (unit.isEmpty ? "without a unit" : "in \(unit)")
        let remedy = names.isEmpty ? "no class does" : "expected one of: \(names.joined(separator: ", "))"
        guard let known = all.first(where: { $0.name == name }), let units = known.units, !known.has(scale) else {
            return "device class \"\(name)\" does not suit \(subject); \(remedy)"
        }
        let list = units.map { $0.isEmpty ? "no unit" : $0 }.joined(separator: ", ")
        return "device class \"\(name)\" does not suit \(subject), but \(list); \(remedy)"
    }
}

extension NumberClass {
    private static let counted = [State.increasing, .total]
    private static let any = [State.measurement, .increasing, .total]
    private static let energy = "J, kJ, MJ, GJ, mWh, Wh, kWh, MWh, GWh, TWh, cal, kcal, Mcal, Gcal"
    private static let pressure = "mPa, Pa, hPa, kPa, bar, cbar, mbar, mmHg, inHg, inH₂O, psi"
    private static let speed = "Beaufort, ft/s, in/s, m/min, m/s, km/h, kn, mph, mm/s"
    private static let intensity = "in/d, in/h, mm/d, mm/h"
    private static let volume = "ft³, CCF, MCF, m³, L, mL, gal, fl. oz."

    package static let all = [
        NumberClass("absolute_humidity", "g/m³, mg/m³"), NumberClass("apparent_power", "mVA, VA, kVA"),
        NumberClass("aqi", ""), NumberClass("area", "m², cm², km², mm², in², ft², yd², mi², ac, ha", any),
        NumberClass("atmospheric_pressure", pressure), NumberClass("battery", "%"),
        NumberClass("blood_glucose_concentration", "mg/dL, mmol/L"),
        NumberClass("carbon_dioxide", "ppm"), NumberClass("carbon_monoxide", "ppb, ppm, mg/m³, μg/m³"),
        NumberClass("conductivity", "S/cm, μS/cm, mS/cm"), NumberClass("current", "mA, A"),
        NumberClass(
            "data_rate", "bit/s, kbit/s, Mbit/s, Gbit/s, B/s, kB/s, MB/s, GB/s, KiB/s, MiB/s, GiB/s"),
        NumberClass(
            "data_size",
            "bit, kbit, Mbit, Gbit, B, kB, MB, GB, TB, PB, EB, ZB, YB, KiB, MiB, GiB, TiB, PiB, EiB, ZiB, YiB", any),
        NumberClass("distance", "mm, cm, m, km, in, ft, yd, mi, nmi", any),
        NumberClass("duration", "d, h, min, s, ms, μs", any), NumberClass("energy", energy, counted),
        NumberClass("energy_distance", "kWh/100km, Wh/km, mi/kWh, km/kWh"), NumberClass("energy_storage", energy),
        NumberClass("frequency", "Hz, kHz, MHz, GHz"), NumberClass("gas", "CCF, ft³, m³, L, MCF", counted),
        NumberClass("humidity", "%"), NumberClass("illuminance", "lx"), NumberClass("irradiance", "W/m², BTU/(h⋅ft²)"),
        NumberClass("moisture", "%"), NumberClass("monetary", nil, [.total]),
        NumberClass("nitrogen_dioxide", "ppb, μg/m³"), NumberClass("nitrogen_monoxide", "ppb, μg/m³"),
        NumberClass("nitrous_oxide", "μg/m³"), NumberClass("ozone", "ppb, μg/m³"), NumberClass("ph", ""),
        NumberClass("pm1", "μg/m³"), NumberClass("pm10", "μg/m³"), NumberClass("pm25", "μg/m³"),
        NumberClass("pm4", "μg/m³"), NumberClass("power", "mW, W, kW, MW, GW, TW"),
        NumberClass("power_factor", "%, "), NumberClass("precipitation", "in, mm, cm", any),
        NumberClass("precipitation_intensity", intensity), NumberClass("pressure", pressure),
        NumberClass("reactive_energy", "varh, kvarh", counted), NumberClass("reactive_power", "mvar, var, kvar"),
        NumberClass("signal_strength", "dB, dBm"), NumberClass("sound_pressure", "dB, dBA"),
        NumberClass("speed", "\(speed), \(intensity)"), NumberClass("sulphur_dioxide", "ppb, μg/m³"),
        NumberClass("temperature", "°C, °F, K"), NumberClass("temperature_delta", "°C, °F, K"),
        NumberClass("volatile_organic_compounds", "μg/m³, mg/m³"),
        NumberClass("volatile_organic_compounds_parts", "ppb, ppm"), NumberClass("voltage", "μV, mV, V, kV, MV"),
        NumberClass("volume", volume, counted), NumberClass("volume_storage", volume),
        NumberClass(
            "volume_flow_rate", "m³/h, m³/min, m³/s, ft³/min, L/h, L/min, L/s, gal/h, gal/min, gal/d, mL/s"),
        NumberClass("water", "CCF, ft³, m³, gal, L, MCF", counted),
        NumberClass("weight", "g, kg, mg, μg, oz, lb, st", any), NumberClass("wind_direction", "°", [.angle]),
        NumberClass("wind_speed", speed),
    ]
}
