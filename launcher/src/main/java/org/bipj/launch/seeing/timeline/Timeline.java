package org.bipj.launch.seeing.timeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Records the calls of the ranks of this JVM: finds the track of a thread. Public, as its methods are, because wrapped methods and marks of
 * the library call it.
 */
public final class Timeline {
    private static final ThreadLocal<ThreadTrack> TRACKS = ThreadLocal.withInitial(Timeline::open);
    private static final Map<Integer, RankTrack> RANKS = new ConcurrentHashMap<>();
    /** Names of operations, by their numbers. */
    private static final List<String> OPERATIONS = new ArrayList<>();

    /** The track of the first thread that called, which is found quicker than others. A thread that reads an old value asks for its own. */
    private static ThreadTrack first = ThreadTrack.ofNobody();

    private static volatile Path folder;
    private static volatile int capacity;

    private Timeline() {}

    static void writeTo(Path target, int recordsOfThread) {
        folder = target;
        capacity = recordsOfThread;
        RANKS.clear();
        first = ThreadTrack.ofNobody();
    }

    /** The number of an operation, for {@link #enter}. */
    static int operation(String name) {
        synchronized (OPERATIONS) {
            int known = OPERATIONS.indexOf(name);
            if (known < 0) {
                OPERATIONS.add(name);
                known = OPERATIONS.size() - 1;
            }
            return known;
        }
    }

    static String name(int operation) {
        synchronized (OPERATIONS) {
            return OPERATIONS.get(operation);
        }
    }

    /** The track of the calling thread. */
    public static ThreadTrack current() {
        ThreadTrack known = first;
        if (known.thread == Thread.currentThread()) {
            return known;
        }
        ThreadTrack own = TRACKS.get();
        if (known == ThreadTrack.ofNobody()) {
            first = own;
        }
        return own;
    }

    private static ThreadTrack open() {
        RecordedRanks.Host host = RecordedRanks.host();
        int rank = host.rank();
        if (rank < 0) {
            return ThreadTrack.ofNobody();
        }
        return RANKS.computeIfAbsent(rank, number -> RankTrack.open(folder, host, number, capacity))
                .thread(host);
    }

    /** A packet leaves for another rank: the next one of a channel and lane. */
    public static void left(int peer, int channel, int lane) {
        current().left(peer, channel, lane);
    }

    /** A packet has come from another rank. */
    public static void came(int peer, int channel, int lane) {
        current().came(peer, channel, lane);
    }

    /** The calling thread is at a call of an operation in the program, which has this number. */
    public static void at(int site) {
        current().at(site);
    }

    /** A call begins. */
    public static ThreadTrack enter(int operation) {
        ThreadTrack track = current();
        track.enter(operation);
        return track;
    }
}
