package org.bipj.launch.support;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.stream.Stream;

/**
 * The characters of this process's locale. The JVM names files, and passes words to the system, in these alone: it refuses file names
 * with others, and replaces them by question marks in words.
 */
public final class SystemCharacters {
    private SystemCharacters() {}

    /** The first word that a process would get with question marks; null if there is none. */
    public static String foreign(Stream<String> words) {
        CharsetEncoder encoder = Charset.forName(LauncherVariables.property(LauncherVariables.SYSTEM_CHARACTERS))
                .newEncoder();
        return words.filter(word -> !encoder.canEncode(word)).findFirst().orElse(null);
    }

    /** Why such a word is refused where {@code mpirun} runs. */
    public static String refusal(String word) {
        return "the locale does not have the characters of " + word + ": set LC_ALL to one that has, such as C.UTF-8";
    }
}
