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
                throw DescriptionError(position: position, message: "the \(kind) \"\(name)\" is here a second time")
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
        return self
    }

    /// Checks that each reference names an existing device, and that each device is a part of at most one other device.
    private func checkReferences() throws(DescriptionError) {
        var taken: Set<String> = []
        for (kind, reference) in devices.flatMap(\.references) {
            let known = devices.filter { $0.kind == kind }.map(\.name)
            guard known.contains(reference.name) else {
                throw DescriptionError(
                    position: reference.position,
                    message:
                        "no \(kind.title) \"\(reference.name)\": the \(kind.title)s are \(known.joined(separator: ", "))"
                )
            }
            guard taken.insert("\(kind.name) \(reference.name)").inserted else {
                throw DescriptionError(
                    position: reference.position,
                    message: "\(kind.title) \"\(reference.name)\" belongs to another device already")
            }
        }
    }

    /// Checks that no two devices have the same address.
    private func checkAddresses() throws(DescriptionError) {
        var taken: [String: WiredDevice] = [:]
        for device in devices {
            for wire in device.buses {
                guard let other = taken.updateValue(device, forKey: "\(wire.address)") else { continue }
                throw DescriptionError(
                    position: device.position,
                    message: "\(device.kind.title) \"\(device.name)\" is at \(wire.address), "
                        + "where \(other.kind.title) \"\(other.name)\" is: give each its own address")
            }
        }
    }

    private func checkKeys() throws(DescriptionError) {
        var taken: Set<Character> = []
        for device in devices {
            for key in device.controls.flatMap(\.keys) {
                guard let key, !taken.insert(key).inserted else { continue }
                throw DescriptionError(
                    position: device.position, message: "the key \(key) is for another device already")
            }
        }
    }
}
