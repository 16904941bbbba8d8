/// What stands for libyaml in a build without hardware.
enum YAMLFile {
    static func read(_ path: String) throws(DescriptionError) -> YAMLNode {
        throw DescriptionError(
            position: SourcePosition(file: path),
            message: "Carillon was built without hardware, and without libyaml, which reads this file: "
                + "Bench(makeApplication) needs no wiring, and a wiring can be written in Swift")
    }
}
