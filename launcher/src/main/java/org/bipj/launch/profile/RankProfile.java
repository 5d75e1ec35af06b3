package org.bipj.launch.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts and times of one rank's calls, by operation. */
final class RankProfile {
    private final int rank;
    private final Map<String, Calls> operations = new HashMap<>();
    private long start;

    /** The number of calls of one operation, their bytes and their time. */
    private static final class Calls {
        private long count;
        private long bytes;
        private long nanos;
    }

    RankProfile(int rank) {
        this.rank = rank;
    }

    int rank() {
        return rank;
    }

    synchronized void begin(long nanos) {
        start = nanos;
    }

    synchronized void add(String operation, long bytes, long nanos) {
        Calls calls = operations.get(operation);
        if (calls == null) {
            calls = new Calls();
            operations.put(operation, calls);
        }
        calls.count++;
        calls.bytes += bytes;
        calls.nanos += nanos;
    }

    /** One line with the time since the beginning, and one per operation: calls, bytes, nanoseconds, name. */
    synchronized String text(long now) {
        StringBuilder text = new StringBuilder().append(now - start).append('\n');
        new TreeMap<>(operations)
                .forEach((name, calls) -> text.append(calls.count)
                        .append(' ')
                        .append(calls.bytes)
                        .append(' ')
                        .append(calls.nanos)
                        .append(' ')
                        .append(name)
                        .append('\n'));
        return text.toString();
    }
}
