// The command-line tool.
Tool.run(Commands.groups)
