package org.bipj.mpi.io;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Hints of a file (MPI 4.1 section 14.2.8), those of rank 0 on all ranks. Keys that are unknown and values that make no sense
 * are ignored, as the standard has it.
 *
 * @param bufferBytes bytes of the file that an aggregator handles at once
 * @param aggregators ranks that read and write for the others
 * @param write when collective writes are aggregated
 * @param read when collective reads are aggregated
 */
record Hints(long bufferBytes, long aggregators, Mode write, Mode read) {
    /** How many numbers the hints are sent as. */
    static final int NUMBERS = 4;

    private static final String BUFFER = "cb_buffer_size";
    private static final String AGGREGATORS = "cb_nodes";
    private static final String COLLECTIVE = "collective_buffering";
    private static final String WRITE = "romio_cb_write";
    private static final String READ = "romio_cb_read";
    private static final long LEAST_BUFFER = 4096;
    private static final long LARGEST_BUFFER = 1 << 28;
    private static final long BUFFER_BYTES = 4 << 20;

    /** When accesses are aggregated: where it seems to pay, always, or never. */
    enum Mode {
        AUTOMATIC,
        ENABLE,
        DISABLE;

        private static Mode of(String value, Mode otherwise) {
            for (Mode mode : values()) {
                if (mode.text().equalsIgnoreCase(value)) {
                    return mode;
                }
            }
            return otherwise;
        }

        private String text() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    static Hints standard(int aggregators) {
        return new Hints(BUFFER_BYTES, aggregators, Mode.AUTOMATIC, Mode.AUTOMATIC);
    }

    /**
     * These hints with others in their place.
     *
     * @param given the value of a key, or null
     * @param ranks of the file
     */
    Hints with(Function<String, @Nullable String> given, int ranks) {
        String collective = given.apply(COLLECTIVE);
        Mode both = "true".equals(collective) ? Mode.AUTOMATIC : "false".equals(collective) ? Mode.DISABLE : null;
        return new Hints(
                number(given.apply(BUFFER), LEAST_BUFFER, LARGEST_BUFFER, bufferBytes),
                number(given.apply(AGGREGATORS), 1, ranks, aggregators),
                Mode.of(given.apply(WRITE), both == null ? write : both),
                Mode.of(given.apply(READ), both == null ? read : both));
    }

    private static long number(String value, long least, long most, long otherwise) {
        try {
            return value == null ? otherwise : Math.clamp(Long.parseLong(value.strip()), least, most);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    long[] numbers() {
        return new long[] {bufferBytes, aggregators, write.ordinal(), read.ordinal()};
    }

    static Hints of(long[] numbers) {
        return new Hints(numbers[0], numbers[1], Mode.values()[(int) numbers[2]], Mode.values()[(int) numbers[3]]);
    }

    /** The hints in use, by their keys. */
    Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        values.put(BUFFER, Long.toString(bufferBytes));
        values.put(AGGREGATORS, Long.toString(aggregators));
        values.put(COLLECTIVE, Boolean.toString(write != Mode.DISABLE || read != Mode.DISABLE));
        values.put(WRITE, write.text());
        values.put(READ, read.text());
        return values;
    }
}
