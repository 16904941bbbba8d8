// The command-line tool. Each subcommand has a folder with a `Command`, and a line here.
let commands: [any Command.Type] = [
    NewCommand.self,
    BoardsCommand.self,
    PinoutCommand.self,
    CheckCommand.self,
    MonitorCommand.self,
    PlayCommand.self,
    ToneCommand.self,
    SayCommand.self,
    SoundsCommand.self,
    DevicesCommand.self,
    DoctorCommand.self,
    LatencyCommand.self,
    SessionCommand.self,
    PageCommand.self,
    FleetCommand.self,
]
Tool.run(commands)
