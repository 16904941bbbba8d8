import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

@Suite struct HardwareVolumeTests {
    @Test func missingCardIsReported() {
        #expect(throws: AudioOutputError.self) { try HardwareVolume(card: "hw:NoSuchCard", control: "Master") }
        #expect(throws: AudioOutputError.self) { try HardwareVolume.controls(ofCard: "hw:NoSuchCard") }
    }

    @Test(arguments: [
        ("default", "default"), ("plughw:CARD=Headphones,DEV=0", "hw:CARD=Headphones"), ("plughw:0,0", "hw:0"),
        ("hw:Headphones", "hw:Headphones"), ("sysdefault:CARD=vc4hdmi0", "sysdefault:CARD=vc4hdmi0"),
    ]) func cardOfADeviceIsFoundInItsName(device: String, card: String) {
        expectEqual(HardwareVolume.card(ofDevice: device), card)
    }

    @Test func errorNamesTheExistingControls() {
        expectEqual(
            AudioOutputError.noSuchControl(device: "hw:0", control: "Master", available: ["PCM", "Headphone"])
                .description, "no volume \"Master\" on sound card \"hw:0\"; expected one of: PCM, Headphone")
        expectEqual(
            AudioOutputError.noSuchControl(device: "hw:0", control: "Master", available: []).description,
            "no volume \"Master\": sound card \"hw:0\" has no volumes; change the gain of the sounds")
    }
}
