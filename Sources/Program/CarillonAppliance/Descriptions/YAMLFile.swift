import CHardware
import CarillonBoard
import CarillonDevices

/// Reads a YAML file into nodes with their positions, with libyaml.
enum YAMLFile {
    /// The maximum size of a file: larger than any board needs, small enough to be read quickly.
    private static let maximumBytes = 1 << 15
    /// The maximum number of values. With aliases, a file can contain more values than bytes.
    private static let maximumNodes = 10_000
    /// The maximum depth. Descriptions have a few levels; deeper ones are mistakes or aliases that contain themselves.
    private static let maximumLevels = 16

    /// Returns the value in the file at `path`.
    static func read(_ path: String) throws(DescriptionError) -> DescriptionNode {
        try parse(bytes(of: path), name: path)
    }

    /// Returns the bytes of the file at `path`.
    ///
    /// - Throws: A `DescriptionError` without a line if the file cannot be read.
    static func bytes(of path: String) throws(DescriptionError) -> [UInt8] {
        do {
            return try FileContents.read(path, limit: maximumBytes)
        } catch {
            throw DescriptionError(position: SourcePosition(file: path), message: error.description)
        }
    }

    static func parse(_ bytes: [UInt8], name: String) throws(DescriptionError) -> DescriptionNode {
        var parser = yaml_parser_t()
        yaml_parser_initialize(&parser)
        defer { yaml_parser_delete(&parser) }
        var document = yaml_document_t()
        let isLoaded = bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(&parser, buffer.baseAddress, buffer.count)
            return yaml_parser_load(&parser, &document) == 1
        }
        guard isLoaded else { throw syntaxError(of: parser, in: bytes, name: name) }
        defer { yaml_document_delete(&document) }
        guard let root = yaml_document_get_root_node(&document) else {
            throw DescriptionError(
                position: SourcePosition(file: name, line: 1, column: 1), message: "the file is empty")
        }
        var count = 0
        let node = try node(root, of: &document, name: name, level: 0, count: &count)
        try expectEnd(of: &parser, in: bytes, name: name)
        return node
    }

    /// Throws if a second document follows: a description is a single document, and others would be ignored.
    private static func expectEnd(
        of parser: inout yaml_parser_t, in bytes: [UInt8], name: String
    ) throws(DescriptionError) {
        var document = yaml_document_t()
        guard yaml_parser_load(&parser, &document) == 1 else {
            throw syntaxError(of: parser, in: bytes, name: name)
        }
        defer { yaml_document_delete(&document) }
        guard let root = yaml_document_get_root_node(&document) else { return }
        throw DescriptionError(
            position: position(of: root.pointee.start_mark, name: name),
            message: "the file has a second document; put everything into one")
    }

    private static func syntaxError(
        of parser: yaml_parser_t, in bytes: [UInt8], name: String
    ) -> DescriptionError {
        if isTab(at: parser.problem_mark, in: bytes) {
            return DescriptionError(
                position: position(of: parser.problem_mark, name: name),
                message: "a tab cannot indent a line; use spaces")
        }
        let problem = parser.problem.map { String(cString: $0) } ?? "not a YAML file"
        let context = parser.context.map { String(cString: $0) + ": " } ?? ""
        // For bytes that are not text, libyaml reports only the offset.
        let position =
            parser.error == YAML_READER_ERROR
            ? position(ofByte: parser.problem_offset, in: bytes, name: name)
            : position(of: parser.problem_mark, name: name)
        return DescriptionError(position: position, message: "\(context)\(problem)")
    }

    /// Returns whether the line of a mistake has a tab in its indentation.
    private static func isTab(at mark: yaml_mark_t, in bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(Int(mark.line)) else { return false }
        return lines[Int(mark.line)].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            .contains(UInt8(ascii: "\t"))
    }

    private static func position(ofByte offset: Int, in bytes: [UInt8], name: String) -> SourcePosition {
        let lines = bytes.prefix(offset).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let characters = lines.last!.filter { $0 & 0xc0 != 0x80 }  // without UTF-8's trailing bytes
        return SourcePosition(file: name, line: lines.count, column: characters.count + 1)
    }

    private static func position(of mark: yaml_mark_t, name: String) -> SourcePosition {
        SourcePosition(file: name, line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    private static func node(
        _ node: UnsafeMutablePointer<yaml_node_t>, of document: inout yaml_document_t, name: String, level: Int,
        count: inout Int
    ) throws(DescriptionError) -> DescriptionNode {
        let position = position(of: node.pointee.start_mark, name: name)
        guard level < maximumLevels else {
            throw DescriptionError(
                position: position,
                message: "more than \(maximumLevels) levels of nesting, or a value that contains itself")
        }
        count += 1
        guard count <= maximumNodes else {
            throw DescriptionError(position: position, message: "more than \(maximumNodes) values, including aliases")
        }
        func child(_ index: Int32) throws(DescriptionError) -> DescriptionNode {
            try Self.node(
                yaml_document_get_node(&document, index)!, of: &document, name: name, level: level + 1, count: &count)
        }
        switch node.pointee.type {
        case YAML_SCALAR_NODE:
            let scalar = node.pointee.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            return DescriptionNode(content: .scalar(text), position: position)
        case YAML_SEQUENCE_NODE:
            let items = node.pointee.data.sequence.items
            var children: [DescriptionNode] = []
            for index in UnsafeBufferPointer(start: items.start, count: items.top - items.start) {
                children.append(try child(index))
            }
            return DescriptionNode(content: .sequence(children), position: position)
        default:
            let pairs = node.pointee.data.mapping.pairs
            var entries: [(key: DescriptionNode, value: DescriptionNode)] = []
            var seen: Set<String> = []
            var faults = Faults()
            for pair in UnsafeBufferPointer(start: pairs.start, count: pairs.top - pairs.start) {
                let key = try child(pair.key)
                let value = try child(pair.value)
                guard let name = faults.attempt(try key.string) else { continue }
                guard seen.insert(name).inserted else {
                    faults.add(key.error("duplicate key \"\(name)\"; rename or remove one of them"))
                    continue
                }
                entries.append((key, value))
            }
            return DescriptionNode(content: .mapping(entries), position: position, faults: faults.all)
        }
    }
}
