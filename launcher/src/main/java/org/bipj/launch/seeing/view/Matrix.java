package org.bipj.launch.seeing.view;

import java.util.Map;
import java.util.TreeMap;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/** What ranks have sent, from counters that no dropped record changes. */
public final class Matrix {
    private static final int MESSAGES = 0;
    private static final int SENT = 1;
    private static final int WRITTEN = 2;
    private static final int READ = 3;

    private Matrix() {}

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
        long[][] all = new long[TimelineFormat.SIZE_CLASSES][2];
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
