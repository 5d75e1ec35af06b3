package org.bipj.launch.support;

import java.util.regex.Pattern;

/** Words as a shell reads them: for commands that users copy. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./:=,@%+-]+");

    private ShellWord() {}

    /** The word, in quotes where a shell would take it for something else. */
    public static String of(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
