extension Wiring {
    /// Checks that each device and sound has a name, and that the names of each kind are unique. In a file, names are
    /// keys, and the YAML reader has already checked them.
    func checkNames() throws(DescriptionError) {
        var taken: Set<String> = []
        let names =
            devices.map { ($0.kind.name, $0.name, $0.position) } + sounds.map { ("sound", $0.name, $0.position) }
        for (kind, name, position) in names {
            guard !name.isEmpty else { throw DescriptionError(position: position, message: "the \(kind) has no name") }
            guard taken.insert("\(kind) \(name)").inserted else {
                throw DescriptionError(position: position, message: "duplicate \(kind) \"\(name)\"; rename one of them")
            }
        }
    }

    /// Returns the wiring if its devices are compatible with each other.
    ///
    /// - Throws: A `DescriptionError` at the position of the first conflict.
    func checkedTogether() throws(DescriptionError) -> Wiring {
        try checkReferences()
        try checkAddresses()
        try checkKeys()
        var wiring = self
        try wiring.clock.check()
        return wiring
    }

    /// Checks that each reference names an existing device, and that each device is a part of at most one other device.
    private func checkReferences() throws(DescriptionError) {
        var taken: [String: WiredDevice] = [:]
        for (device, (kind, reference)) in devices.flatMap({ device in device.references.map { (device, $0) } }) {
            let known = devices.filter { $0.kind == kind }.map(\.name)
            guard known.contains(reference.name) else {
                let error = BoardError.unknownDevice(kind: kind.title, name: reference.name, known: known)
                throw DescriptionError(position: reference.position, message: "\(error)")
            }
            if let other = taken.updateValue(device, forKey: "\(kind.name) \(reference.name)") {
                throw DescriptionError(
                    position: reference.position,
                    message: "\(kind.title) \"\(reference.name)\" is already part of \(other.kind.title) "
                        + "\"\(other.name)\"; use another one")
            }
        }
    }

    /// Checks that no two devices have the same address, unless each uses a channel of its own.
    private func checkAddresses() throws(DescriptionError) {
        var taken: [(wire: BusWire, device: WiredDevice)] = []
        for device in devices {
            for wire in device.buses {
                let other = taken.first { "\($0.wire.address)" == "\(wire.address)" && $0.wire.overlaps(wire) }?.device
                taken.append((wire, device))
                guard let other else { continue }
                throw DescriptionError(
                    position: device.position,
                    message: "\(device.kind.title) \"\(device.name)\" has the address \(wire.place) of "
                        + "\(other.kind.title) \"\(other.name)\"; give each its own address")
            }
        }
    }

    private func checkKeys() throws(DescriptionError) {
        var taken: [Character: WiredDevice] = [:]
        for device in devices {
            for key in device.controls.flatMap(\.keys) {
                guard let key, let other = taken.updateValue(device, forKey: key) else { continue }
                throw DescriptionError(
                    position: device.position,
                    message: "the key \(key) already operates \(other.kind.title) \"\(other.name)\"; use another key")
            }
        }
    }
}

extension BusWire {
    fileprivate func overlaps(_ other: BusWire) -> Bool {
        channel == nil || other.channel == nil || channel == other.channel
    }

    fileprivate var place: String { channel.map { "\(address), channel \($0)," } ?? "\(address)" }
}
