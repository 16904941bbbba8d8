/// The commands, in the order of `carillon --help`. Each has a folder.
enum Commands {
    static var all: [any Command.Type] {
        [
            NewCommand.self,
            BoardsCommand.self,
            PinoutCommand.self,
            CheckCommand.self,
            MonitorCommand.self,
            PlayCommand.self,
            ToneCommand.self,
            SayCommand.self,
            SoundsCommand.self,
            SoundDevicesCommand.self,
            ScanCommand.self,
            DoctorCommand.self,
            LatencyCommand.self,
            SessionCommand.self,
            PageCommand.self,
            FleetCommand.self,
            CompletionCommand.self,
        ]
    }
}
