package org.bipj.launch.mpirun.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What the help says of an option, or of several that share a text.
 *
 * @param names such as {@code --mode}
 * @param values what follows a name, as {@code process|thread|sim}; empty: nothing
 * @param text what it does; a line that is indented begins with spaces
 */
public record HelpEntry(List<String> names, String values, List<String> text) {
    /** Names and values, as {@code --mode process|thread|sim}. */
    public String head() {
        return String.join(", ", names) + (values.isEmpty() ? "" : " " + values);
    }

    /** Number of words that follow a name. */
    public int words() {
        if (values.isEmpty()) {
            return 0;
        }
        String[] words = values.split(" ");
        int count = 1;
        while (count < words.length && words[count].equals(words[count].toUpperCase(Locale.ROOT))) {
            count++;
        }
        return count;
    }

    /** The words that the value may be, of those that the help spells out. */
    public List<String> choices() {
        return values.contains("|")
                ? Arrays.stream(values.split("\\|"))
                        .map(choice -> choice.split(":", 2)[0])
                        .filter(choice -> Character.isLowerCase(choice.charAt(0)))
                        .toList()
                : List.of();
    }

    /** True if the value can be the path of a file or a folder. */
    public boolean takesPath() {
        return values.contains("FILE") || values.contains("DIR");
    }

    /** The first sentence, without its end. */
    public String summary() {
        String all = String.join(" ", text.stream().map(String::strip).toList());
        return all.split("[;:.] |[;:.]$", 2)[0];
    }
}
