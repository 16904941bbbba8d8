extension Wiring {
    /// Reads a wiring.
    ///
    /// - Parameter kinds: The kinds of devices that the wiring can contain.
    /// - Throws: The first mistake in the file, with its position.
    package init(
        _ node: DescriptionNode, kinds: [any Device.Type] = DeviceKinds.builtIn
    ) throws(DescriptionError) {
        var faults = Faults()
        guard let wiring = Self.read(node, kinds: kinds, faults: &faults) else { throw faults.first }
        self = wiring
    }

    /// Returns the keys that only a wiring's file has.
    package static func keys(of kinds: [any Device.Type]) -> [String] {
        kinds.map { $0.kind.section } + ["sounds", "speaker", "speech", "clock"] + outletKeys
    }

    /// The keys of the program's outlets.
    private static let outletKeys = ["fleet"]

    /// Reads a wiring and adds all mistakes to `faults`. Returns nil if there are any.
    package static func read(
        _ node: DescriptionNode, kinds: [any Device.Type], faults: inout Faults
    ) -> Wiring? {
        let keys = keys(of: kinds) + ["title"]
        if let problem = problem(with: kinds.map { $0.kind }, keys: keys) { faults.add(node.error(problem)) }
        let fields = node.fields(keys, required: [], faults: &faults)
        var wiring = Wiring.empty
        wiring.title = faults.attempt(try fields["title"]?.string)
        for kind in kinds {
            for (name, node) in fields[kind.kind.section]?.namedEntries(&faults) ?? [] {
                if let device = faults.attempt(try WiredDevice.read(kind, name, node)) { wiring.devices.append(device) }
            }
        }
        for (name, node) in fields["sounds"]?.namedEntries(&faults) ?? [] {
            guard let file = faults.attempt(try node.string) else { continue }
            wiring.sounds.append(SoundFile(name: name, file: file, position: node.position))
        }
        wiring.speaker = faults.attempt(try fields["speaker"].map(SpeakerSettings.init)) ?? wiring.speaker
        wiring.speech = faults.attempt(try fields["speech"].map(SpeechSettings.init)) ?? nil
        wiring.clock = faults.attempt(try fields["clock"].map(ClockSettings.init)) ?? wiring.clock
        for key in outletKeys {
            guard let node = fields[key], let text = faults.attempt(try node.string) else { continue }
            wiring.outletSettings[key] = OutletSetting(text: text, position: node.position)
        }
        guard faults.isEmpty else { return nil }
        // The devices can be compared only if the wiring is complete.
        return faults.attempt(try wiring.checkedTogether())
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
        _ kind: any Device.Type, _ name: String, _ node: DescriptionNode
    ) throws(DescriptionError) -> WiredDevice {
        func read<Kind: Device>(_ kind: Kind.Type) throws(DescriptionError) -> WiredDevice {
            let (others, sources) = node.splitting(OutsideSource.key)
            let (settings, entity) = others.splitting("entity")
            var device = WiredDevice(kind, name, try Kind.Settings(settings, of: Kind.kind), at: node.position)
            device.entity = try entity.map { (node) throws(DescriptionError) in try Wiring.Entity(node) }
            if let sources { device.settableBy = try OutsideSource.read(sources) }
            try device.checkSources()
            return device
        }
        return try read(kind)
    }
}

extension DescriptionNode {
    /// Returns the entries of a section, whose keys are names.
    fileprivate func namedEntries(_ faults: inout Faults) -> [(name: String, node: DescriptionNode)] {
        var named: [(String, DescriptionNode)] = []
        guard let entries = faults.attempt(try entries) else { return [] }
        for (key, value) in entries {
            if let name = faults.attempt(try key.string) { named.append((name, value)) }
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
