package org.bipj.launch.mpirun.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Replaces {@code @argfile} by the words of the file, as the JDK's launcher does before it looks at the words ({@code
 * libjli/args.c}): up to the main class, wherever the word stands, also as the value of an option; not within files; and
 * not behind {@code --disable-@files}. A word {@code @@x} stands for {@code @x}. First come the words of {@code
 * JDK_JAVA_OPTIONS}, then those of the command line.
 */
final class ArgumentExpansion {
    /** The option behind which files stay names. */
    static final String DISABLED = "--disable-@files";

    /** Options whose value is the next word. */
    static final Set<String> WITH_VALUE = Set.of(
            "-cp",
            "-classpath",
            "--class-path",
            "-m",
            "--module",
            "-d",
            "--describe-module",
            "--source",
            "-p",
            "--module-path",
            "--upgrade-module-path",
            "--add-modules",
            "--enable-native-access",
            "--limit-modules",
            "--add-exports",
            "--add-opens",
            "--add-reads",
            "--patch-module");

    private static final Set<String> OF_MAIN_MODULE = Set.of("-m", "--module");
    private static final String SOURCE = "--source";

    private final Function<String, Path> files;
    private final List<String> words = new ArrayList<>();
    private boolean disabled;
    private boolean expectsValue;
    private boolean hasMain;

    /**
     * No word was seen yet.
     *
     * @param files finds a file that a word names
     */
    ArgumentExpansion(Function<String, Path> files) {
        this.files = files;
    }

    /**
     * The words that {@code java} sees.
     *
     * @param given the words behind {@code java}
     * @throws org.bipj.launch.support.LaunchException if a file cannot be read
     */
    List<String> of(List<String> given) {
        words.clear();
        for (String word : given) {
            if (!hasMain && !disabled && word.startsWith(SOURCE) && word.indexOf(' ') >= 0) {
                // A script whose first line has options passes them as one word.
                split(word, false).forEach(this::add);
            } else {
                add(word);
            }
        }
        return List.copyOf(words);
    }

    /** The words of a variable with options, without files; quotes of both kinds, and no escapes. */
    static List<String> wordsOf(String variable) {
        return split(variable, true);
    }

    /** A word as it is written where {@code java} would replace it. */
    static String escaped(String word) {
        return isFile(word) ? "@" + word : word;
    }

    private static boolean isFile(String word) {
        return word.length() > 1 && word.startsWith("@");
    }

    private void add(String word) {
        if (hasMain || disabled || !isFile(word)) {
            take(word);
        } else if (word.startsWith("@@")) {
            take(word.substring(1));
        } else {
            ArgumentFile.read(files.apply(word.substring(1))).forEach(this::take);
        }
    }

    /** Takes a word that stands for itself. */
    private void take(String word) {
        words.add(word);
        if (hasMain) {
            return;
        }
        if (word.startsWith("-")) {
            expectsValue = WITH_VALUE.contains(word) && !OF_MAIN_MODULE.contains(word);
            disabled |= word.equals(DISABLED);
            hasMain = word.startsWith("--module=");
        } else {
            hasMain = !expectsValue;
            expectsValue = false;
        }
    }

    /** Splits a text at white space, outside of quotes if these count. */
    private static List<String> split(String text, boolean quotes) {
        List<String> split = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            if (quote == 0 && isSpace(next)) {
                if (word != null) {
                    split.add(word.toString());
                    word = null;
                }
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (quotes && quote == 0 && (next == '"' || next == '\'')) {
                quote = next;
            } else if (quote != 0 && next == quote) {
                quote = 0;
            } else {
                word.append(next);
            }
        }
        if (word != null) {
            split.add(word.toString());
        }
        return split;
    }

    /** True for what C's {@code isspace} takes for white space, as the JDK's launcher does. */
    private static boolean isSpace(char next) {
        return next == ' ' || next >= '\t' && next <= '\r';
    }

    /** Words as one variable that {@link #wordsOf} takes apart again. */
    static String variable(List<String> words) {
        StringBuilder text = new StringBuilder();
        for (String word : words) {
            text.append(text.isEmpty() ? "" : " ").append(quoted(word));
        }
        return text.toString();
    }

    private static String quoted(String word) {
        if (!word.isEmpty() && word.chars().noneMatch(each -> isSpace((char) each) || each == '"' || each == '\'')) {
            return word;
        }
        // What is in quotes of one kind may be followed at once by quotes of the other kind.
        return '"' + word.replace("\"", "\"'\"'\"") + '"';
    }
}
