package org.bipj.launch.mpirun.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The JVM options in the environment of a program's ranks. Those of {@code JDK_JAVA_OPTIONS} may name argument files.
 *
 * @param words all options
 * @param changed variables that the ranks need changed
 * @param expansion what is to expand the command line, which depends on the options before it
 */
record EnvironmentOptions(List<String> words, Map<String, String> changed, ArgumentExpansion expansion) {
    static final String OF_COMMAND = "JDK_JAVA_OPTIONS";

    /**
     * Reads them.
     *
     * @param variables the values of variables
     * @param files finds a file that a word names
     * @throws org.bipj.launch.support.LaunchException if a file cannot be read
     */
    static EnvironmentOptions of(UnaryOperator<String> variables, Function<String, Path> files) {
        List<String> words = new ArrayList<>();
        Map<String, String> changed = Map.of();
        ArgumentExpansion expansion = new ArgumentExpansion(files);
        for (String name : Environment.OF_JVM) {
            String value = variables.apply(name);
            if (value == null) {
                continue;
            }
            List<String> found = ArgumentExpansion.wordsOf(value);
            if (name.equals(OF_COMMAND)) {
                found = expansion.of(found);
                String whole = withoutFiles(value, found);
                changed = whole.equals(value) ? changed : Map.of(name, whole);
            }
            words.addAll(found);
        }
        return new EnvironmentOptions(words, changed, expansion);
    }

    /**
     * The value of the variable that says the same without files: on another host there is none, and after {@link
     * ArgumentExpansion#DISABLED} none could be used for a long command.
     */
    private static String withoutFiles(String value, List<String> words) {
        return value.indexOf('@') < 0
                ? value
                : ArgumentExpansion.variable(words.stream()
                        .filter(word -> !word.equals(ArgumentExpansion.DISABLED))
                        .map(ArgumentExpansion::escaped)
                        .toList());
    }
}
