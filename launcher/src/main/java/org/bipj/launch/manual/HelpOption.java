package org.bipj.launch.manual;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * An option of the help.
 *
 * @param head its names and values, as {@code --mode process|thread|sim}
 * @param text what it does; a line that is indented begins with spaces
 */
record HelpOption(String head, List<String> text) {
    /** The names: {@code --mode}. */
    List<String> names() {
        return words().filter(HelpOption::isName).toList();
    }

    /** The value that follows a name, as {@code process|thread|sim}; empty: none does. */
    String value() {
        return words().dropWhile(HelpOption::isName).findFirst().orElse("");
    }

    /** Number of words that follow a name. */
    long values() {
        return words().dropWhile(HelpOption::isName)
                .takeWhile(word -> word.equals(value()) || word.equals(word.toUpperCase(Locale.ROOT)))
                .count();
    }

    /** The words that the value may be, of those that the help spells out. */
    List<String> choices() {
        return value().contains("|")
                ? Arrays.stream(value().split("\\|"))
                        .map(choice -> choice.split(":", 2)[0])
                        .filter(choice -> Character.isLowerCase(choice.charAt(0)))
                        .toList()
                : List.of();
    }

    /** True if the value can be the path of a file or a folder. */
    boolean takesPath() {
        return value().contains("FILE") || value().contains("DIR");
    }

    /** The first sentence, without its end. */
    String summary() {
        String all = String.join(" ", text.stream().map(String::strip).toList());
        return all.split("[;:.] |[;:.]$", 2)[0];
    }

    private static boolean isName(String word) {
        return word.matches("--?[A-Za-z].*");
    }

    private Stream<String> words() {
        return Arrays.stream(head.split(",? "));
    }
}
