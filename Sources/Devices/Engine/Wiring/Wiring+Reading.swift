extension Wiring {
    /// Reads a wiring.
    ///
    /// - Parameter kinds: The kinds of devices that the wiring can contain.
    /// - Throws: The first mistake in the file, with its position.
    package init(
        _ node: DescriptionNode, kinds: [any Device.Type] = DeviceKinds.builtIn
    ) throws(DescriptionError) {
        var faults = Faults()
        self = Self.read(node, kinds: kinds, faults: &faults)
        guard faults.isEmpty else { throw faults.first }
    }

    /// Returns the keys that only a wiring's file has.
    package static func keys(of kinds: [any Device.Type]) -> [String] {
        kinds.map { $0.kind.section } + ["sounds", "speaker", "speech", "streams", "clock"] + outletKeys
    }

    /// The keys of the program's outlets.
    private static let outletKeys = ["fleet"]

    /// Reads a wiring and adds all mistakes to `faults`. If there are any, the wiring contains the rest, so that it can be checked
    /// for others.
    package static func read(_ node: DescriptionNode, kinds: [any Device.Type], faults: inout Faults) -> Wiring {
        for fault in node.allFaults { faults.add(fault) }
        let keys = keys(of: kinds) + ["title"]
        if let problem = problem(with: kinds.map { $0.kind }, keys: keys) { faults.add(node.error(problem)) }
        let fields = node.fields(keys, faults: &faults)
        var wiring = Wiring.empty
        wiring.title = faults.attempt(try fields["title"]?.name)
        for kind in kinds {
            for (name, node) in fields[kind.kind.section]?.namedEntries(&faults) ?? [] {
                wiring.devices.append(WiredDevice.read(kind, name, node, &faults))
            }
        }
        for (name, node) in fields["sounds"]?.namedEntries(&faults) ?? [] {
            guard let file = faults.attempt(try node.string) else { continue }
            wiring.sounds.append(SoundFile(name: name, file: file, position: node.position))
        }
        if let node = fields["speaker"] { wiring.speaker = SpeakerSettings(node, faults: &faults) }
        wiring.speech = fields["speech"].map { SpeechSettings($0, faults: &faults) }
        if let node = fields["streams"] { wiring.streams = StreamSettings(node, faults: &faults) }
        if let node = fields["clock"] { wiring.clock = ClockSettings(node, faults: &faults) }
        for key in outletKeys {
            guard let node = fields[key], let text = faults.attempt(try node.string) else { continue }
            wiring.outletSettings[key] = OutletSetting(text: text, position: node.position)
        }
        wiring.checkTogether(faults: &faults)
        return wiring
    }

    /// Returns the reason why an application cannot have these kinds; nil if it can.
    private static func problem(with kinds: [DeviceKind], keys: [String]) -> String? {
        // A board has features under these names, too.
        var names: Set<String> = ["app", "chip", "clock", "sound", "speaker", "speech", "volume"]
        for kind in kinds {
            guard names.insert(kind.name).inserted, keys.count(where: { $0 == kind.section }) == 1 else {
                return "two kinds of device are called \"\(kind.name)\" or \"\(kind.section)\"; rename one of them"
            }
        }
        return nil
    }
}

extension WiredDevice {
    fileprivate static func read(
        _ kind: any Device.Type, _ name: String, _ node: DescriptionNode, _ faults: inout Faults
    ) -> WiredDevice {
        func read<Kind: Device>(_ kind: Kind.Type) -> WiredDevice {
            let (others, sources) = node.splitting(OutsideSource.key)
            let (part, entity) = others.splitting("entity")
            var settings = Kind.Settings()
            let failed = settings.read(
                part, of: Kind.kind, besides: ["entity", OutsideSource.key], faults: &faults)
            var device = WiredDevice(kind, name, settings, at: node.position)
            device.hasAddress = failed.isDisjoint(with: ["bus", "address", "chip", "channel", "source"])
            device.entity = entity.map { Wiring.Entity($0, faults: &faults) }
            if let sources, let read = faults.attempt(try OutsideSource.read(sources)) { device.settableBy = read }
            // These checks need valid settings.
            if failed.isEmpty {
                if let entity, let problem = device.classProblem {
                    faults.add((entity.splitting("device-class").1 ?? entity).error(problem))
                }
                _ = faults.attempt(try device.checkSources())
            }
            return device
        }
        return read(kind)
    }
}

extension DescriptionNode {
    /// Returns the entries of a section, whose keys are names.
    fileprivate func namedEntries(_ faults: inout Faults) -> [(name: String, node: DescriptionNode)] {
        var named: [(String, DescriptionNode)] = []
        guard let entries = faults.attempt(try entries) else { return [] }
        for (key, value) in entries {
            // A device with another name is checked, too, and others may name it.
            _ = faults.attempt(try key.name)
            if case .scalar(let name) = key.content { named.append((name, value)) }
        }
        return named
    }

    /// Returns a mapping without a key, and the value of that key.
    fileprivate func splitting(_ key: String) -> (rest: DescriptionNode, value: DescriptionNode?) {
        func isKey(_ node: DescriptionNode) -> Bool { if case .scalar(key) = node.content { true } else { false } }
        guard case .mapping(let entries) = content, let entry = entries.first(where: { isKey($0.key) }) else {
            return (self, nil)
        }
        let rest = DescriptionNode(content: .mapping(entries.filter { !isKey($0.key) }), position: position)
        return (rest, entry.value)
    }
}

extension Wiring {
    /// Checks that each device and sound has a name that users can read, and that the names of each kind are unique. In a file,
    /// names are keys, and the YAML reader has already checked them.
    func checkNames() throws(DescriptionError) {
        var taken: Set<String> = []
        let names =
            devices.map { ($0.kind.name, $0.name, $0.position) } + sounds.map { ("sound", $0.name, $0.position) }
        for (kind, name, position) in names {
            guard !name.isEmpty else { throw DescriptionError(position: position, message: "the \(kind) has no name") }
            if let problem = WiringText.problem(ofName: name) {
                throw DescriptionError(position: position, message: problem)
            }
            guard taken.insert("\(kind) \(name)").inserted else {
                throw DescriptionError(position: position, message: "duplicate \(kind) \"\(name)\"; rename one of them")
            }
        }
    }

    /// Adds every conflict between the devices to `faults`.
    mutating func checkTogether(faults: inout Faults) {
        checkAppearances(&faults)
        checkReferences(&faults)
        checkScreens(&faults)
        checkAddresses(&faults)
        checkKeys(&faults)
        clock.check(faults: &faults)
    }

    /// Checks that no two names look the same although their letters are of different scripts.
    private func checkAppearances(_ faults: inout Faults) {
        var taken: [String: String] = [:]
        for (name, position) in devices.map({ ($0.name, $0.position) }) + sounds.map({ ($0.name, $0.position) }) {
            let appearance = WiringText.appearance(of: name)
            guard let other = taken[appearance], other != name else {
                taken[appearance] = name
                continue
            }
            faults.add(
                DescriptionError(
                    position: position,
                    message: "the name \"\(name)\" looks like another name of other letters; rename one of them"))
        }
    }

    /// Checks that each reference names an existing device, and that each device is a part of at most one other device.
    private func checkReferences(_ faults: inout Faults) {
        var taken: [String: WiredDevice] = [:]
        for (device, (kind, reference)) in devices.flatMap({ device in device.references.map { (device, $0) } }) {
            guard hasDevice(kind, reference, of: device, &faults) else { continue }
            if let other = taken.updateValue(device, forKey: "\(kind.name) \(reference.name)") {
                faults.add(
                    DescriptionError(
                        position: reference.position,
                        message: "\(kind.title) \"\(reference.name)\" is already part of \(other.kind.title) "
                            + "\"\(other.name)\"; use another one"))
            }
        }
    }

    /// Checks that the inputs of each screen exist.
    private func checkScreens(_ faults: inout Faults) {
        for device in devices {
            for (_, kind, input) in device.screenInputs { _ = hasDevice(kind, input, of: device, &faults) }
        }
    }

    /// Returns whether a device exists that another one names, and adds the mistake to `faults` if not.
    private func hasDevice(
        _ kind: DeviceKind, _ reference: WiringReference, of device: WiredDevice, _ faults: inout Faults
    ) -> Bool {
        let known = devices.filter { $0.kind == kind }.map(\.name)
        guard !known.contains(reference.name) else { return true }
        let error = BoardError.unknownDevice(kind: kind.title, name: reference.name, known: known)
        let position = reference.position.file.isEmpty ? device.position : reference.position
        faults.add(DescriptionError(position: position, message: "\(error)"))
        return false
    }

    /// Checks that no two devices have the same address, unless each uses a channel of its own.
    private func checkAddresses(_ faults: inout Faults) {
        var taken: [(wire: BusWire, device: WiredDevice)] = []
        for device in devices where device.hasAddress {
            for wire in device.buses {
                let other = taken.first { "\($0.wire.address)" == "\(wire.address)" && $0.wire.overlaps(wire) }?.device
                taken.append((wire, device))
                guard let other else { continue }
                faults.add(
                    DescriptionError(
                        position: device.position,
                        message: "\(device.kind.title) \"\(device.name)\" has the address \(wire.place) of "
                            + "\(other.kind.title) \"\(other.name)\"; give each its own address"))
            }
        }
    }

    private func checkKeys(_ faults: inout Faults) {
        var taken: [Character: WiredDevice] = [:]
        for device in devices {
            for key in device.controls.flatMap(\.keys) {
                guard let key, let other = taken.updateValue(device, forKey: key) else { continue }
                faults.add(
                    DescriptionError(
                        position: device.position,
                        message: "the key \(key) already operates \(other.kind.title) \"\(other.name)\"; "
                            + "use another key"))
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
