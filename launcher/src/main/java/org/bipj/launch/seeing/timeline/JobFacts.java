package org.bipj.launch.seeing.timeline;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a recording says of its job.
 *
 * @param mode how ranks ran: {@code process}, {@code thread} or {@code sim}
 * @param ranks the number of ranks, recorded or not
 * @param over when the job was over, by the clock of its ranks; {@link Long#MIN_VALUE}: only they know
 * @param words what {@link #NAMES} name, as far as it is known
 */
public record JobFacts(String mode, int ranks, long over, Map<String, String> words) {
    /** The program, the options of {@code mpirun}, when the job began, where its ranks ran, the version of the library. */
    public static final List<String> NAMES = List.of("command", "options", "date", "hosts", "version");

    /** Of a job of which only the records are there. */
    public static final JobFacts UNKNOWN = new JobFacts("process", 0, Long.MIN_VALUE, Map.of());

    /** A line has at most 65,535 bytes, of which a character takes up to three. */
    private static final int MOST_CHARACTERS = 4000;

    /** Has the words in the order of their names, without tabs, and not too long for a line. */
    public JobFacts {
        Map<String, String> inOrder = new LinkedHashMap<>();
        for (String name : NAMES) {
            String value = words.getOrDefault(name, "").replaceAll("\\p{Cntrl}", " ");
            if (!value.isEmpty()) {
                inOrder.put(
                        name, value.length() <= MOST_CHARACTERS ? value : value.substring(0, MOST_CHARACTERS) + " ...");
            }
        }
        words = Collections.unmodifiableMap(inOrder);
    }

    /** The facts of a job that is over, of which only ranks know when. */
    public static JobFacts of(String mode, int ranks) {
        return new JobFacts(mode, ranks, Long.MIN_VALUE, Map.of());
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static JobFacts of(String line) {
        String[] fields = line.split("\t");
        if (fields.length < 2) {
            throw new IllegalArgumentException(line);
        }
        Map<String, String> words = new HashMap<>();
        for (int i = 3; i < fields.length; i++) {
            int equals = fields[i].indexOf('=');
            words.put(fields[i].substring(0, Math.max(0, equals)), fields[i].substring(equals + 1));
        }
        return new JobFacts(
                fields[0],
                Integer.parseInt(fields[1]),
                fields.length > 2 ? Long.parseLong(fields[2]) : Long.MIN_VALUE,
                words);
    }

    /** The facts in a line. */
    public String line() {
        StringBuilder line = new StringBuilder(mode + "\t" + ranks + "\t" + over);
        words.forEach(
                (name, value) -> line.append('\t').append(name).append('=').append(value));
        return line.toString();
    }
}
