import CLibrary
import CarillonAppliance
import CarillonBoard
import CarillonDevices

/// An add-on board (HAT), whose wiring is a file in `Boards/hats`.
struct AddOnBoard {
    let name: String
    /// The name for people, which the first line of the file states before a colon.
    let title: String
    /// The contents of the file.
    let text: String
    /// The wiring that the file describes.
    let wiring: Wiring

    private static let folder = "Boards/hats"

    /// - Throws: `UsageError` for a name that no file has, and for a file with faults.
    init(_ name: String, of checkout: Checkout) throws {
        let names = Self.names(in: checkout)
        guard names.contains(name) else {
            throw UsageError("unknown HAT \"\(name)\"; \(Suggestion.nearestOrAll(to: name, among: names))")
        }
        let file = "\(Self.folder)/\(name).yaml"
        let check = try checkingInput { try DescriptionCheck(path: "\(checkout.path)/\(file)", board: nil) }
        if let fault = check.faults.first { throw UsageError("\(fault)") }
        guard let wiring = check.wiring else { throw UsageError("\"\(file)\" is not a wiring") }
        (self.name, self.wiring, text) = (name, wiring, try checkout.text(file))
        title = String(text.drop { $0 == "#" || $0 == " " }.prefix { $0 != ":" && $0 != "\n" })
    }

    /// The names of all add-on boards, sorted.
    static func names(in checkout: Checkout) -> [String] {
        checkout.files(in: folder).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
    }

    /// Returns the names of the devices of this kind, in the order of the wiring.
    func names<Kind: Device>(of kind: Kind.Type) -> [String] {
        wiring.devices.filter { $0.kind == kind.kind }.map(\.name)
    }
}
