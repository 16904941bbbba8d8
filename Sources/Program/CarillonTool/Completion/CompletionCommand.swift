/// `carillon completion`: prints a script that completes commands and options in a shell.
struct CompletionCommand: Command {
    static let name = "completion"
    static let summary = "print the completion for bash or zsh"
    static let help = """
        bash|zsh

        Prints a script that completes commands, options and files. `make install` installs it. To use it in this shell
        only: source <(carillon completion bash)
        """

    private let shell: String

    init(_ arguments: Arguments) throws {
        shell = try arguments.read([], operands: 1...1) { _, _ in }[0]
        guard ["bash", "zsh"].contains(shell) else {
            throw UsageError("no completion for \"\(shell)\"; expected one of: bash, zsh")
        }
    }

    func run() throws { print(shell == "bash" ? Self.bash(Commands.all) : Self.zsh(Commands.all)) }

    /// Returns the options that a help describes.
    static func options(of command: any Command.Type) -> [String] {
        command.help.matches(of: /\n +(--[a-z-]+)/).map { String($0.1) } + ["--help"]
    }

    static func bash(_ commands: [any Command.Type]) -> String {
        let cases = commands.map { "        \($0.name)) words='\(options(of: $0).joined(separator: " "))' ;;" }
        return """
            _carillon() {
                local words word=${COMP_WORDS[COMP_CWORD]}
                if [ "$COMP_CWORD" = 1 ]; then
                    words='\((commands.map { $0.name } + ["help"]).joined(separator: " "))'
                elif [ "${COMP_WORDS[1]}" = help ]; then
                    words='\(commands.map { $0.name }.joined(separator: " "))'
                else
                    case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                    esac
                    [[ $word == -* ]] || { COMPREPLY=($(compgen -f -- "$word")); return; }
                fi
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            }
            complete -o filenames -F _carillon carillon
            """
    }

    static func zsh(_ commands: [any Command.Type]) -> String {
        let listed = commands.map { "        '\($0.name):\($0.summary.replacing("'", with: "'\\''"))'" }
        let cases = commands.map { "        \($0.name)) options=(\(options(of: $0).joined(separator: " "))) ;;" }
        return """
            #compdef carillon
            local -a commands options
            commands=(
            \(listed.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
                _describe command commands
            elif [[ $words[2] == help ]]; then
                _describe command commands
            else
                case $words[2] in
            \(cases.joined(separator: "\n"))
                esac
                if [[ $PREFIX == -* ]]; then compadd -- $options; else _files; fi
            fi
            """
    }
}
