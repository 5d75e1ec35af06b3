package org.bipj.launch.seeing.view;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.bipj.launch.seeing.timeline.RankTotals;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/** What ranks have sent, from counters that no dropped record changes. */
public final class Matrix {
    private static final int MESSAGES = 0;
    private static final int SENT = 1;
    private static final int WRITTEN = 2;
    private static final int READ = 3;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,5}");

    private Matrix() {}

    /** Gives a track what its rank has sent, written and read in all; peers of other jobs have no place there. */
    static void count(RankTotals totals, Track track) {
        Map<Integer, long[]> peers = new TreeMap<>();
        Map<Integer, long[]> sizes = new TreeMap<>();
        totals.forEach((kind, name, times, bytes, nanos) -> {
            if (!NUMBER.matcher(name).matches()) {
                return;
            }
            int number = Integer.parseInt(name);
            if (kind == RankTotals.Kind.SIZE) {
                sizes.put(number, new long[] {times, bytes});
                return;
            }
            long[] peer = peers.computeIfAbsent(number, key -> new long[READ + 1]);
            switch (kind) {
                case MESSAGE -> {
                    peer[MESSAGES] = times;
                    peer[SENT] = bytes;
                }
                case PUT -> peer[WRITTEN] = bytes;
                default -> peer[READ] = bytes;
            }
        });
        track.peers = rows(peers, READ + 1);
        track.sizes = rows(sizes, 2);
    }

    private static long[][] rows(Map<Integer, long[]> known, int columns) {
        int last = known.keySet().stream().reduce(-1, Math::max);
        return IntStream.rangeClosed(0, last)
                .mapToObj(row -> known.getOrDefault(row, new long[columns]))
                .toArray(long[][]::new);
    }

    /** Bytes of messages and of one-sided operations, by the rank that they come from and the one that they go to. */
    public static long[][] bytes(JobTimeline recording) {
        long[][] all = new long[recording.ranks()][recording.ranks()];
        for (Track track : recording.tracks()) {
            for (int peer = 0; peer < Math.min(track.peers.length, all.length); peer++) {
                all[track.rank][peer] += track.peers[peer][SENT] + track.peers[peer][WRITTEN];
                all[peer][track.rank] += track.peers[peer][READ];
            }
        }
        return all;
    }

    /** Numbers of messages, by sender and receiver. */
    public static long[][] messages(JobTimeline recording) {
        long[][] all = new long[recording.ranks()][recording.ranks()];
        for (Track track : recording.tracks()) {
            for (int peer = 0; peer < Math.min(track.peers.length, all.length); peer++) {
                all[track.rank][peer] += track.peers[peer][MESSAGES];
            }
        }
        return all;
    }

    /** Messages and bytes by the number of bits of the size. */
    static long[][] sizes(JobTimeline recording) {
        long[][] all = new long[Long.SIZE][2];
        for (Track track : recording.tracks()) {
            for (int bits = 0; bits < track.sizes.length; bits++) {
                all[bits][0] += track.sizes[bits][0];
                all[bits][1] += track.sizes[bits][1];
            }
        }
        return all;
    }

    /** Calls, bytes and nanoseconds of collective operations, by their names. */
    static Map<String, long[]> collectives(JobTimeline recording) {
        Map<String, long[]> all = new TreeMap<>();
        for (Track track : recording.tracks()) {
            for (int i = 0; i < track.size; i++) {
                Shape shape = track.shape(i);
                if (shape.kind() == TimelineFormat.COLLECTIVE) {
                    long[] of = all.computeIfAbsent(shape.operation(), key -> new long[3]);
                    of[0]++;
                    of[1] += track.bytes(i);
                    of[2] += track.end[i] - track.begin[i];
                }
            }
        }
        return all;
    }
}
