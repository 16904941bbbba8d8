import AudioTestSupport
import Glibc
import TestSupport
import Testing

@testable import CarillonAudio
@testable import LinuxSound

/// The kernel's files on sound cards, imitated in a folder of the test.
@Suite struct SoundCardsTests {
    let folder: TemporaryFolder
    let cards: SoundCards

    init() throws {
        folder = try TemporaryFolder()
        cards = SoundCards(root: folder.path + "/")
        try folder.write(
            """
            00-00: bcm2835 Headphones : bcm2835 Headphones : playback 2
            01-00: USB Audio : USB Audio : playback 1 : capture 1
            01-01: USB Audio : Microphone : capture 1

            """, to: "proc/asound/pcm")
        try folder.write("Headphones\n", to: "proc/asound/card0/id")
        try folder.write("Device\n", to: "proc/asound/card1/id")
        try folder.write("closed\n", to: "proc/asound/card0/pcm0p/sub0/status")
        try folder.write(
            "state: RUNNING\nowner_pid   : 4711\nhw_ptr      : 5\n", to: "proc/asound/card0/pcm0p/sub1/status")
        try folder.write("mpd\n", to: "proc/4711/comm")
    }

    @Test func playbackDevicesAreListedByTheirALSANames() {
        expectEqual(
            cards.devices,
            [
                PlaybackDevice(name: "plughw:CARD=Headphones,DEV=0", title: "bcm2835 Headphones"),
                PlaybackDevice(name: "plughw:CARD=Device,DEV=0", title: "USB Audio"),
            ])
    }

    @Test func playingAndCapturingProgramsAreFoundSeparately() throws {
        let microphones = SoundCards(root: folder.path + "/", direction: .capture)
        #expect(microphones.owners.isEmpty)
        try folder.write("owner_pid   : 4712\n", to: "proc/asound/card1/pcm1c/sub0/status")
        try folder.write("arecord\n", to: "proc/4712/comm")
        expectEqual(microphones.owners, [PlaybackOwner(program: "arecord", process: 4712)])
        expectEqual(cards.owners, [PlaybackOwner(program: "mpd", process: 4711)])
        expectEqual(microphones.devices.map(\.name), ["plughw:CARD=Device,DEV=0", "plughw:CARD=Device,DEV=1"])
        expectEqual(CapturePCM.openingReason(-EBUSY, microphones), "arecord (process 4712) uses it")
    }

    @Test func microphoneThatCannotBeOpenedIsReportedWithARemedy() {
        let none = SoundCards(root: folder.file("nowhere/"), direction: .capture)
        expectEqual(CapturePCM.openingReason(-EBUSY, none), "another program uses it")
        #expect(CapturePCM.openingReason(-EACCES, none).contains("sudo usermod -aG audio $USER"))
        expectEqual(ALSAInput.fault(of: "no-such-microphone")?.contains("arecord -L"), true)
    }

    @Test func machineWithoutSoundHasNoDevices() {
        let none = SoundCards(root: folder.file("nowhere/"))
        #expect(none.devices.isEmpty && none.owners.isEmpty && !none.areForbidden)
        expectEqual(none.group, "audio")
    }

    @Test func textThatIsNotAListIsIgnored() throws {
        try folder.write(":\n00-00\n-1-2: a : b\nx: y : z : playback q\n", to: "proc/asound/pcm")
        #expect(cards.devices.isEmpty)
    }

    @Test func errorsNameARemedy() {
        let devices = cards.devices
        expectEqual(
            AudioOutputError.noSuchDevice(device: "hw:9", available: devices).description,
            "cannot open sound device \"hw:9\": no such device; use none, file:PATH.wav, default, or "
                + "plughw:CARD=Headphones,DEV=0 (bcm2835 Headphones), plughw:CARD=Device,DEV=0 (USB Audio)")
        expectEqual(
            AudioOutputError.busy(device: "hw:0", owners: cards.owners).description,
            "sound device \"hw:0\" is in use by mpd (process 4711); stop that program, or use another device")
        expectEqual(
            AudioOutputError.busy(device: "hw:0", owners: []).description,
            "sound device \"hw:0\" is in use; stop that program, or use another device")
        #expect(AudioOutputError.noPermission(device: "hw:0", group: "audio").description.contains("usermod -aG audio"))
    }
}
