/// The commands, in the order and the groups of `carillon --help`. Each has a folder.
enum Commands {
    static var groups: [(title: String, commands: [any Command.Type])] {
        [
            ("Begin an application", [NewCommand.self]),
            ("Wire a board", [BoardsCommand.self, PinoutCommand.self, CheckCommand.self]),
            (
                "Try the hardware",
                [MonitorCommand.self, ScanCommand.self, DoctorCommand.self, LatencyCommand.self]
            ),
            (
                "Play sounds",
                [
                    PlayCommand.self, ToneCommand.self, SayCommand.self, SoundsCommand.self,
                    SoundDevicesCommand.self,
                ]
            ),
            ("Look at a running box", [PageCommand.self, FleetCommand.self, SessionCommand.self]),
            ("Set up the shell", [CompletionCommand.self]),
        ]
    }

    static var all: [any Command.Type] { groups.flatMap(\.commands) }
}
