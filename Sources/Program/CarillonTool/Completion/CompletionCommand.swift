import CLibrary
import CarillonBoard

/// `carillon completion`: prints a script that completes commands and options in a shell.
struct CompletionCommand: Command {
    static let name = "completion"
    static let summary = "print the completion for bash or zsh"
    static let help = """
        bash|zsh|boards|examples|hats

        Prints a script that completes commands, options, the names of boards, examples and HATs, and files. `make install`
        installs it. To use it in this shell only: source <(carillon completion bash)

        The script calls `carillon completion boards`, examples and hats, which list the names.
        """

    private let list: String

    init(_ arguments: Arguments) throws {
        list = try arguments.read([], operands: 1...1) { _, _ in }[0]
        let known = CompletionWords.words(of: Self.help)
        guard known.contains(list) else {
            throw UsageError("no completion for \"\(list)\"; \(Suggestion.nearestOrAll(to: list, among: known))")
        }
    }

    func run() throws {
        switch list {
        case "bash": print(Self.bash(Commands.all))
        case "zsh": print(Self.zsh(Commands.all))
        default: for name in names { print(name) }
        }
    }

    /// The names of boards, examples or HATs. A tool that was installed without a checkout knows no examples.
    private var names: [String] {
        if list == "boards" { return BoardDescription.all().boards.map(\.name).sorted() }
        guard let checkout = try? Checkout(nil) else { return [] }
        return list == "examples" ? checkout.examples : AddOnBoard.names(in: checkout)
    }

    static func bash(_ commands: [any Command.Type]) -> String {
        let options = commands.map { command in
            "            \(command.name)) words='\(CompletionWords.options(of: command).joined(separator: " "))' ;;"
        }
        let values = CompletionWords.values(of: commands).map { value in
            "            \(value.places.map { "'\($0)'" }.joined(separator: "|"))) words=\"\(value.words)\" ;;"
        }
        return """
            _carillon() {
                local words='' word=${COMP_WORDS[COMP_CWORD]}
                if [ "$COMP_CWORD" = 1 ]; then
                    words='\((commands.map { $0.name } + ["help"]).joined(separator: " "))'
                elif [[ $word == -* ]]; then
                    case ${COMP_WORDS[1]} in
            \(options.joined(separator: "\n"))
                    esac
                else
                    case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
                        'help help') words='\(commands.map { $0.name }.joined(separator: " "))' ;;
            \(values.joined(separator: "\n"))
                        *) COMPREPLY=($(compgen -f -- "$word")); return ;;
                    esac
                fi
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            }
            complete -o filenames -F _carillon carillon
            """
    }

    static func zsh(_ commands: [any Command.Type]) -> String {
        let listed = commands.map { "        '\($0.name):\($0.summary.replacing("'", with: "'\\''"))'" }
        let options = commands.map { command in
            "        \(command.name)) compadd -- \(CompletionWords.options(of: command).joined(separator: " ")) ;;"
        }
        let values = CompletionWords.values(of: commands).map { value in
            "        \(value.places.map { "'\($0)'" }.joined(separator: "|"))) compadd -- \(value.words) ;;"
        }
        return """
            #compdef carillon
            local -a commands
            commands=(
            \(listed.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
                _describe command commands
            elif [[ $PREFIX == -* ]]; then
                case $words[2] in
            \(options.joined(separator: "\n"))
                esac
            else
                case "$words[2] $words[CURRENT-1]" in
                    'help help') _describe command commands ;;
            \(values.joined(separator: "\n"))
                    *) _files ;;
                esac
            fi
            """
    }
}
