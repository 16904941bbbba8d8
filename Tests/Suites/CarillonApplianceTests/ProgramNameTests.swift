import TestSupport
import Testing

@testable import CarillonBoard

@Suite struct ProgramNameTests {
    @Test(arguments: [
        ("KitchenPanel", "kitchen-panel", "kitchen-panel"), ("kitchen-panel", "kitchen-panel", "kitchen-panel"),
        ("MemoryProbe", "counter", "MemoryProbe"), ("counter", nil, "counter"),
    ])
    func wiringsNameIsUsedIfItMatchesTheFilesName(file: String, wiring: String?, name: String) {
        expectEqual(ProgramName.name(ofFile: file, wiring: wiring), name)
    }
}
