package org.bipj.launch.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

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
        /** By a class on the class path. */
        CLASS,
        /** By {@code -jar}. */
        JAR,
        /** By {@code -m}. */
        MODULE,
        /** By a source file. */
        SOURCE,
        /** Not at all, as in {@code java -version}. */
        NONE
    }

    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final Set<String> WITH_VALUE = Set.of(
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--limit-modules",
            "--enable-native-access",
            "--add-reads",
            "--add-exports",
            "--add-opens",
            "--patch-module",
            "--source");

    /**
     * Takes the words behind {@code java} apart, argument files included.
     *
     * @param files finds a file that the command line names
     */
    static JavaCommand parse(List<String> words, Function<String, Path> files) {
        return new Parser(words, files).parse();
    }

    /** Value of the last class path option among options; null if there is none. */
    static String classPathOf(List<String> options) {
        return parse(options, Path::of).classPath();
    }

    private static final class Parser {
        private final List<String> words;
        private final Function<String, Path> files;
        private final List<String> options = new ArrayList<>();
        private String classPath;
        private boolean source;
        private boolean expand = true;
        /** Words before this one came out of an argument file and are not expanded again. */
        private int endOfFile;

        private int at;

        Parser(List<String> words, Function<String, Path> files) {
            this.words = new ArrayList<>(words);
            this.files = files;
        }

        JavaCommand parse() {
            while (at < words.size()) {
                String word = words.get(at);
                if (word.startsWith("@@") && expands()) {
                    at++;
                    return command(Kind.CLASS, word.substring(1));
                } else if (word.startsWith("@") && word.length() > 1 && expands()) {
                    expand(word);
                } else if (!word.startsWith("-") || word.equals("-")) {
                    at++;
                    return command(source || word.endsWith(".java") ? Kind.SOURCE : Kind.CLASS, word);
                } else {
                    at++;
                    JavaCommand complete = option(word);
                    if (complete != null) {
                        return complete;
                    }
                }
            }
            return command(Kind.NONE, null);
        }

        private boolean expands() {
            return expand && at >= endOfFile;
        }

        private void expand(String word) {
            words.remove(at);
            List<String> read = ArgumentFile.read(files.apply(word.substring(1)));
            words.addAll(at, read);
            endOfFile = at + read.size();
        }

        /** Takes one option; returns the command if it ends the options. */
        private JavaCommand option(String word) {
            if (word.equals("-jar") || word.equals("-m") || word.equals("--module")) {
                return at == words.size()
                        ? unchanged(word)
                        : command(word.equals("-jar") ? Kind.JAR : Kind.MODULE, words.get(at++));
            }
            if (word.startsWith("--module=")) {
                return command(Kind.MODULE, word.substring("--module=".length()));
            }
            if (CLASS_PATH.contains(word)) {
                if (at == words.size()) {
                    return unchanged(word);
                }
                classPath = words.get(at++);
            } else if (word.startsWith("--class-path=")) {
                classPath = word.substring("--class-path=".length());
            } else {
                expand &= !word.equals("--disable-@files");
                source |= word.equals("--source") || word.startsWith("--source=");
                options.add(word);
                if (WITH_VALUE.contains(word) && at < words.size()) {
                    options.add(words.get(at++));
                }
            }
            return null;
        }

        /** A value is missing; the JVM reports that. */
        private JavaCommand unchanged(String word) {
            options.add(word);
            return command(Kind.NONE, null);
        }

        private JavaCommand command(Kind kind, String target) {
            return new JavaCommand(
                    List.copyOf(options), classPath, kind, target, List.copyOf(words.subList(at, words.size())));
        }
    }
}
