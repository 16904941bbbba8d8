extension Wiring {
    /// Checks that each device has a name, and no name is there twice. In a file a name is a key, and YAML's reader has checked it.
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

    /// The wiring, if its devices go together.
    ///
    /// - Throws: A `DescriptionError` at the place of the first that does not.
    func checkedTogether() throws(DescriptionError) -> Wiring {
        try checkReferences()
        try checkAddresses()
        try checkKeys()
        return self
    }

    /// A device may be a piece of one other device.
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

    /// Two devices cannot have one address.
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
