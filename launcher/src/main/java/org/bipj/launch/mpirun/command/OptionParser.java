package org.bipj.launch.mpirun.command;

import java.util.List;
import java.util.function.UnaryOperator;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.UsageException;

/**
 * Reads the command line of {@code mpirun}: options with Open MPI's names (one or two dashes, value after a space or
 * {@code =}), up to the first word that is not an option. The program is that word and all that follow, up to a lone
 * {@code :}, after which the next program's options begin.
 *
 * <p>What options there are is in {@link Option}, what they have said in {@link CommandLine}.
 *
 * <p>Written by hand for a fast start: a general parser took longer than the rest of the launcher.
 */
public final class OptionParser {
    private final CommandLine line = new CommandLine();
    private List<String> words;
    private int at;

    private OptionParser() {}

    /**
     * Parses a command line.
     *
     * @throws UsageException if it is wrong
     */
    public static Options parse(List<String> words) {
        return parse(words, LauncherVariables::value);
    }

    /** An option in an environment, which may name hosts. */
    static Options parse(List<String> words, UnaryOperator<String> environment) {
        OptionParser parser = new OptionParser();
        CommandLine line = parser.line;
        int from = 0;
        for (int at = 0; at <= words.size(); at++) {
            if (at == words.size() || words.get(at).equals(":")) {
                parser.program(words.subList(from, at));
                from = at + 1;
            }
        }
        if (line.appFile != null && !line.options.help() && !line.options.version()) {
            parser.readPrograms();
        }
        line.decide(environment);
        return line.options;
    }

    /** Reads one program with its options. */
    private void program(List<String> all) {
        words = all;
        at = 0;
        line.mixed = false;
        ProgramOptions program = new ProgramOptions();
        line.program = program;
        line.options.programs.add(program);
        while (at < words.size() && (line.mixed || words.get(at).startsWith("-"))) {
            String word = words.get(at++);
            if (word.equals("--")) {
                break;
            }
            if (!word.startsWith("-") || !option(known(word))) {
                if (program.command.isEmpty()) {
                    throw new UsageException("unknown option " + word);
                }
                program.command.add(word);
                if (!line.mixed) {
                    break;
                }
            }
        }
        program.command.addAll(words.subList(at, words.size()));
    }

    private static String name(String word) {
        int equals = word.indexOf('=');
        return word.substring(word.startsWith("--") ? 2 : 1, equals < 0 ? word.length() : equals);
    }

    /** An option by the name that it has here. */
    private static String known(String word) {
        String here = OtherOptions.synonym(name(word));
        if (here == null) {
            return word;
        }
        int equals = word.indexOf('=');
        return "--" + here + (equals < 0 || here.contains("=") ? "" : word.substring(equals));
    }

    /** Takes an option; false if there is no option of this name. */
    private boolean option(String word) {
        int from = at - 1;
        int equals = word.indexOf('=');
        String name = name(word);
        Option option = Option.find(name);
        if (option == null || option.takes() == Option.Words.ELSEWHERE) {
            return ignored(word, name, equals);
        }
        // Programs of the script bipj have such options of their own.
        if ((option.isAlone() || option.isOfExploration()) && !line.program.command.isEmpty()) {
            return false;
        }
        switch (option.takes()) {
            case NONE -> {
                if (equals >= 0) {
                    throw new UsageException(word.substring(0, equals) + " takes no value");
                }
                option.take(line, word, null);
            }
            case OPTIONAL -> {
                boolean follows = equals < 0 && at < words.size() && option.takesWord(words.get(at));
                option.take(line, word, follows ? words.get(at++) : equals < 0 ? null : word.substring(equals + 1));
            }
            case ONE -> option.take(line, word, value(word, equals));
            case TWO -> option.take(line, value(word, equals), value(word, -1));
            case ELSEWHERE -> throw new IllegalStateException(word);
        }
        line.program.optionWords.addAll(words.subList(from, at));
        if (option.isRepeated()) {
            line.program.given.addAll(words.subList(from, at));
        }
        takeSupplied();
        return true;
    }

    /** The first words of a program that the script {@code bipj} supplies. */
    private void takeSupplied() {
        line.program.command.addAll(words.subList(at, at + line.supplied));
        at += line.supplied;
        line.supplied = 0;
    }

    private boolean ignored(String word, String name, int equals) {
        OtherOptions.Ignored ignored = OtherOptions.ignored(name);
        if (ignored == null) {
            return false;
        }
        StringBuilder whole = new StringBuilder(word);
        for (int i = equals < 0 ? 0 : 1; i < ignored.values(); i++) {
            whole.append(' ').append(value(word, -1));
        }
        line.options.ignore(whole.toString(), ignored.reason());
        return true;
    }

    private String value(String word, int equals) {
        if (equals >= 0) {
            return word.substring(equals + 1);
        }
        if (at == words.size()) {
            throw new UsageException(word + " needs a value");
        }
        return words.get(at++);
    }

    /** The programs of {@code --app}: each line of the file is a program with its options. */
    private void readPrograms() {
        String file = line.appFile;
        line.appFile = null;
        line.options.programs.removeLast();
        for (String each : HostLists.lines("--app", file)) {
            String text = each.replaceFirst("^\\s*#.*", "").strip();
            if (!text.isEmpty()) {
                program(List.of(text.split("\\s+")));
            }
        }
        if (line.appFile != null || line.options.programs.isEmpty()) {
            throw new UsageException("--app " + file + ": expected lines with options and a program");
        }
    }
}
