package org.bipj.launch.timeline;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.launch.profile.Profile;

/** Records the calls of the ranks of this JVM. Public, as its methods are, because wrapped methods and marks of the library call it. */
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

    private static ThreadTrack current() {
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
        Profile.Host host = Profile.host();
        int rank = host.rank();
        if (rank < 0 || !host.isOfFirst(rank)) {
            return ThreadTrack.ofNobody();
        }
        return RANKS.computeIfAbsent(rank, number -> RankTrack.open(folder, number, capacity))
                .thread(host);
    }

    /** A call begins. */
    public static ThreadTrack enter(int operation) {
        ThreadTrack track = current();
        track.enter(operation);
        return track;
    }

    /** As {@code TimelineMarks.opened}. */
    public static void opened(boolean severalThreads) {
        current().opened(severalThreads);
    }

    /** As {@code TimelineMarks.made}. */
    public static void made(int context, int[] members) {
        current().made(context, members);
    }

    /** As {@code TimelineMarks.named}. */
    public static void named(int context, String name) {
        current().named(context, name);
    }

    /** As {@code TimelineMarks.sent}. */
    public static void sent(int context, int dest, int tag, long bytes) {
        current().sent(context, dest, tag, bytes);
    }

    /** As {@code TimelineMarks.wanted}. */
    public static void wanted(int context, int source, int tag) {
        current().wanted(context, source, tag);
    }

    /** As {@code TimelineMarks.matched}. */
    public static void matched(int context, int source, int tag, long bytes) {
        current().matched(context, source, tag, bytes);
    }

    /** As {@code TimelineMarks.kept}. */
    public static void kept(int context, int messages) {
        current().kept(context, messages);
    }

    /** As {@code TimelineMarks.withdrawn}. */
    public static void withdrawn(int context) {
        current().withdrawn(context);
    }

    /** As {@code TimelineMarks.collective}. */
    public static void collective(int context, int root) {
        current().collective(context, root);
    }

    /** As {@code TimelineMarks.accessed}. */
    public static void accessed(int context, int target, long bytes) {
        current().accessed(context, target, bytes);
    }

    /** As {@code TimelineMarks.begin}. */
    public static long begin(String phase) {
        return current().begin(phase);
    }

    /** As {@code TimelineMarks.end}. */
    public static void end(long handle) {
        current().end(handle);
    }
}
