package org.bipj.launch;

import java.util.ArrayList;
import java.util.List;

/**
 * What the launcher tells the JVM of a job whose ranks are threads, by its first arguments.
 *
 * @param output what becomes of the ranks' output
 * @param timeoutMillis after this long the job is ended; 0: never
 * @param graceMillis how long shutdown hooks may take
 * @param classPath where the program's classes are
 * @param program the program's main class
 * @param arguments the program's arguments
 */
record ThreadJobSpec(
        OutputPlan output,
        long timeoutMillis,
        long graceMillis,
        String classPath,
        String program,
        List<String> arguments) {
    private static final int WORDS = 8;

    /** As arguments. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(Integer.toString(output.ranks()));
        words.add(Boolean.toString(output.tagged()));
        words.add(output.directory() == null ? "" : output.directory());
        words.add(Boolean.toString(output.shown()));
        words.add(Long.toString(timeoutMillis));
        words.add(Long.toString(graceMillis));
        words.add(classPath);
        words.add(program);
        words.addAll(arguments);
        return words;
    }

    /** From arguments. */
    static ThreadJobSpec of(List<String> words) {
        OutputPlan output = new OutputPlan(
                Integer.parseInt(words.get(0)),
                Boolean.parseBoolean(words.get(1)),
                words.get(2).isEmpty() ? null : words.get(2),
                Boolean.parseBoolean(words.get(3)));
        return new ThreadJobSpec(
                output,
                Long.parseLong(words.get(4)),
                Long.parseLong(words.get(5)),
                words.get(6),
                words.get(7),
                words.subList(WORDS, words.size()));
    }
}
