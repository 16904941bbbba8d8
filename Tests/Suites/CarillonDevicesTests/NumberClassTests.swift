import TestSupport
import Testing

@testable import CarillonDevices

/// Home Assistant's classes, units and state classes.
@Suite struct NumberClassTests {
    private func scale(_ unit: String, isTotal: Bool = false) -> Feature.Scale {
        Feature.Scale(unit: unit.isEmpty ? "" : " \(unit)", isTotal: isTotal)
    }

    @Test func classesAreFoundByUnit() {
        expectEqual(NumberClass.names(for: scale("L", isTotal: true)), ["gas", "volume", "water"])
        expectEqual(NumberClass.names(for: scale("L")), ["gas", "monetary", "volume", "volume_storage", "water"])
        expectEqual(NumberClass.names(for: scale("°", isTotal: false)), ["monetary", "wind_direction"])
        expectEqual(NumberClass.names(for: scale("MJ", isTotal: true)), ["energy"])
        expectEqual(NumberClass.names(for: scale("", isTotal: false)), ["aqi", "monetary", "ph", "power_factor"])
        expectEqual(NumberClass.names(for: scale("furlong", isTotal: true)), [])
    }

    @Test func bothSpellingsOfMicroAreTheSame() {
        expectEqual(NumberClass.problem("pm25", scale("\u{b5}g/m³")), nil)
        expectEqual(NumberClass.problem("pm25", scale("\u{3bc}g/m³")), nil)
    }

    @Test(
        arguments: [
            ("energy", .increasing), ("weight", .measurement), ("wind_direction", .angle), ("monetary", .total),
            ("temperature", .measurement), (nil, .measurement),
        ] as [(String?, NumberClass.State)])
    func stateClassMatchesTheDeviceClass(quantity: String?, state: NumberClass.State) {
        expectEqual(NumberClass.state(of: Feature.Scale(quantity: quantity)), state)
    }

    @Test func totalHasTheIncreasingStateClass() {
        expectEqual(NumberClass.state(of: scale("furlong", isTotal: true)), .increasing)
    }

    @Test(arguments: [
        (
            "energy", "L", false,
            "device class \"energy\" does not suit a number in L, but J, kJ, MJ, GJ, mWh, Wh, kWh, MWh, GWh, TWh, cal, "
                + "kcal, Mcal, Gcal; expected one of: gas, monetary, volume, volume_storage, water"
        ),
        (
            "volume_storage", "L", true,
            "device class \"volume_storage\" does not suit a total in L; expected one of: gas, volume, water"
        ),
        (
            "nonsense", "kWh", true, "device class \"nonsense\" does not suit a total in kWh; expected one of: energy"
        ),
        ("timestamp", "furlong", true, "device class \"timestamp\" does not suit a total in furlong; no class does"),
        (
            "gas", "m3", true,
            "device class \"gas\" does not suit a total in m3, but CCF, ft³, m³, L, MCF; no class does"
        ),
        (
            "ph", "%", false,
            "device class \"ph\" does not suit a number in %, but no unit; expected one of: battery, humidity, "
                + "moisture, monetary, power_factor"
        ),
        (
            "battery", "", false,
            "device class \"battery\" does not suit a number without a unit, but %; expected one of: aqi, monetary, ph, "
                + "power_factor"
        ),
    ])
    func unsuitableClassIsReportedWithTheSuitableOnes(name: String, unit: String, isTotal: Bool, problem: String) {
        expectEqual(NumberClass.problem(name, scale(unit, isTotal: isTotal)), problem)
    }

    @Test func eachUnitHasSuitableClasses() {
        expectEqual(Set(NumberClass.all.map(\.name)).count, NumberClass.all.count)
        for unit in ["kWh", "W", "°C", "%", "lx", "hPa", "mm/h", "dB", "kg", "V", "ppm", "Hz", "B", "km/h", "s", "m²"] {
            #expect(NumberClass.names(for: scale(unit)).count > 1, "\(unit)")
        }
    }
}
