package org.bipj.launch.mpirun.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bipj.launch.support.LaunchException;

/**
 * A command line of {@code java}, taken apart.
 *
 * @param options the JVM's options, without the class path
 * @param classPath value of the last class path option; null if there was none
 * @param kind how the program is named
 * @param target the program: class, jar, module or source file; null for {@link Kind#NONE}
 * @param arguments the program's arguments
 */
public record JavaCommand(List<String> options, String classPath, Kind kind, String target, List<String> arguments) {
    /** How a command line of {@code java} names the program. */
    public enum Kind {
        /** By the name of a class on the class path. */
        CLASS,
        /** By the jar that {@code -jar} names. */
        JAR,
        /** By the module that {@code -m} names. */
        MODULE,
        /** By the name of a source file. */
        SOURCE,
        /** Not at all: {@code java -version} and other options that print something and end. All words are options. */
        NONE
    }

    static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final Set<String> MAIN_MODULE = Set.of("-m", "--module");
    /** Options that end the command line: what follows is ignored. */
    private static final Set<String> LAST = Set.of(
            "-help",
            "-h",
            "-?",
            "--help",
            "-version",
            "--version",
            "-X",
            "--help-extra",
            "-fullversion",
            "--full-version");
    /** Options that make {@code java} print something instead of running a program. */
    private static final Set<String> INSTEAD_OF_PROGRAM =
            Set.of("--list-modules", "--validate-modules", "-d", "--describe-module", "-Xshare:dump");

    private static final String DESCRIBE_MODULE = "--describe-module=";

    /**
     * Takes the words behind {@code java} apart.
     *
     * @param words without argument files: {@link ArgumentExpansion}
     * @throws LaunchException if there is no program, or a value is missing
     */
    public static JavaCommand parse(List<String> words) {
        return new Parser(words).parse();
    }

    /** Value of the last class path option among options; null if there is none. */
    static String classPathOf(List<String> options) {
        String found = null;
        for (int i = 0; i < options.size(); i++) {
            String word = options.get(i);
            if (CLASS_PATH.contains(word) && i + 1 < options.size()) {
                found = options.get(i + 1);
            } else if (word.startsWith("--class-path=")) {
                found = word.substring("--class-path=".length());
            }
        }
        return found;
    }

    /** The command for classes that its source file was compiled to. */
    JavaCommand compiled(String withClasses, String main) {
        return new JavaCommand(options, withClasses, Kind.CLASS, main, arguments);
    }

    private static final class Parser {
        private final List<String> words;
        private final List<String> options = new ArrayList<>();
        private String classPath;
        private Kind kind = Kind.CLASS;
        private boolean runsNothing;
        private int at;

        Parser(List<String> words) {
            this.words = words;
        }

        JavaCommand parse() {
            while (at < words.size() && words.get(at).startsWith("-")) {
                String word = words.get(at++);
                if (LAST.contains(word)) {
                    return nothing();
                }
                if (MAIN_MODULE.contains(word) || word.startsWith("--module=")) {
                    kind = Kind.MODULE;
                    return command(MAIN_MODULE.contains(word) ? value(word) : word.substring("--module=".length()));
                }
                option(word);
            }
            if (runsNothing) {
                return nothing();
            }
            if (at == words.size()) {
                throw new LaunchException(
                        1,
                        "java" + (words.isEmpty() ? "" : " " + String.join(" ", words))
                                + ": no program; expected a class, -jar FILE, -m MODULE or a source file");
            }
            String target = words.get(at++);
            if (kind == Kind.CLASS && target.endsWith(".java")) {
                kind = Kind.SOURCE;
            }
            return command(target);
        }

        private void option(String word) {
            runsNothing |= INSTEAD_OF_PROGRAM.contains(word) || word.startsWith(DESCRIBE_MODULE);
            if (word.equals("-jar")) {
                kind = Kind.JAR;
            } else if (CLASS_PATH.contains(word)) {
                classPath = value(word);
            } else if (word.startsWith("--class-path=")) {
                classPath = word.substring("--class-path=".length());
            } else if (!word.equals(ArgumentExpansion.DISABLED)) {
                if (word.equals("--source") || word.startsWith("--source=")) {
                    kind = Kind.SOURCE;
                }
                options.add(word);
                if (ArgumentExpansion.WITH_VALUE.contains(word)) {
                    options.add(value(word));
                }
            }
        }

        /** The next word, unless that is an option. */
        private String value(String word) {
            if (at == words.size() || words.get(at).startsWith("-")) {
                throw new LaunchException(1, "java: " + word + " needs a value");
            }
            return words.get(at++);
        }

        private JavaCommand nothing() {
            return new JavaCommand(List.copyOf(words), null, Kind.NONE, null, List.of());
        }

        private JavaCommand command(String target) {
            return new JavaCommand(
                    List.copyOf(options), classPath, kind, target, List.copyOf(words.subList(at, words.size())));
        }
    }
}
