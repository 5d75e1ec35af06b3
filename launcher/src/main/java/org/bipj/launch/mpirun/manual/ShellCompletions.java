package org.bipj.launch.mpirun.manual;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bipj.launch.mpirun.command.HelpEntry;
import org.bipj.launch.mpirun.command.Option;

/** What the shells complete behind {@code mpirun}: its options, their values where the help spells them out, else files. */
final class ShellCompletions {
    private ShellCompletions() {}

    /** For bash, to be sourced by bash-completion. */
    static String bash() {
        String values = Option.entries().stream()
                .filter(option -> !option.choices().isEmpty())
                .map(option -> "    %s) words='%s' ;;\n"
                        .formatted(String.join(" | ", option.names()), String.join(" ", option.choices())))
                .collect(Collectors.joining());
        return """
                # Completion of mpirun and bipjrun of BIPJ for bash.
                _bipj_files() {
                  compopt -o filenames
                  mapfile -t COMPREPLY < <(compgen -f -- "$1")
                }
                _bipj_mpirun() {
                  local current="${COMP_WORDS[COMP_CWORD]}" words= at
                  COMPREPLY=()
                  for ((at = 1; at < COMP_CWORD; at++)); do
                    case ${COMP_WORDS[at]} in
                      %s) ((at += 1)) ;;
                      %s) ((at += 2)) ;;
                      -*) ;;
                      *)
                        # Behind its first word everything is the program's, up to the next program.
                        while ((at < COMP_CWORD)) && [ "${COMP_WORDS[at]}" != : ]; do ((at += 1)); done
                        if ((at == COMP_CWORD)); then
                          _bipj_files "$current"
                          return
                        fi
                        ;;
                    esac
                  done
                  case ${COMP_WORDS[COMP_CWORD - 1]} in
                %s    %s)
                      _bipj_files "$current"
                      return
                      ;;
                    %s) return ;;
                    *) words='java %s' ;;
                  esac
                  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
                }
                complete -F _bipj_mpirun mpirun bipjrun
                """.formatted(
                        names(option -> option.words() == 1),
                        names(option -> option.words() == 2),
                        values,
                        names(option -> option.choices().isEmpty() && option.takesPath()),
                        names(option -> option.choices().isEmpty() && !option.takesPath() && option.words() > 0),
                        Option.entries().stream()
                                .flatMap(option -> option.names().stream())
                                .collect(Collectors.joining(" ")));
    }

    /** A pattern of the names of some options. */
    private static String names(Predicate<HelpEntry> which) {
        return Option.entries().stream()
                .filter(which)
                .flatMap(option -> option.names().stream())
                .collect(Collectors.joining(" | "));
    }

    /** For zsh, to lie in a folder of {@code fpath} as {@code _mpirun}. */
    static String zsh() {
        return """
                #compdef mpirun bipjrun
                # Completion of mpirun and bipjrun of BIPJ for zsh.
                _arguments \\
                %s  '*::program:_normal'
                """.formatted(Option.entries().stream()
                .flatMap(option -> option.names().stream().map(name -> zsh(name, option)))
                .collect(Collectors.joining()));
    }

    private static String zsh(String name, HelpEntry option) {
        List<String> choices = option.choices();
        String value = "";
        if (!choices.isEmpty()) {
            value = ":value:(" + String.join(" ", choices) + ")";
        } else if (option.takesPath()) {
            value = ":file:_files";
        } else {
            value = ":value:".repeat(option.words());
        }
        return "  '*" + name + "[" + option.summary().replaceAll("[\\[\\]':\\\\]", "") + "]" + value + "' \\\n";
    }
}
