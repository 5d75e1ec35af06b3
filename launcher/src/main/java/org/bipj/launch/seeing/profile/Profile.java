package org.bipj.launch.seeing.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.mpi.call.CallFacts;
import org.bipj.shm.job.RankEnvironment;

/** Measures the calls of the ranks of this JVM. Public because wrapped methods of package {@code mpi} call it. */
public final class Profile {
    /** Which rank a thread belongs to, and what time it is there. */
    public interface Host {
        /** A number of the rank of the calling thread, which is its rank in the launcher's first job; -1 for none. */
        int rank();

        /** The clock of a rank, in nanoseconds, read by one of its threads. Reading it takes no virtual time. */
        long nanos(int rank);

        /** What reports call a rank: with the number of its job and a dot in front, but in the launcher's first job. */
        default String name(int rank) {
            return Integer.toString(rank);
        }

        /** True for a rank of the launcher's first job. */
        default boolean isOfFirst(int rank) {
            return name(rank).indexOf('.') < 0;
        }
    }

    /** A rank that is a process of its own, whose clock is that of the system. */
    private record RankProcess(int rank, int job) implements Host {
        @Override
        public long nanos(int ofRank) {
            return System.nanoTime();
        }

        @Override
        public String name(int ofRank) {
            return job == 0 ? Integer.toString(ofRank) : job + "." + ofRank;
        }
    }

    private static final Map<Integer, RankProfile> RANKS = new ConcurrentHashMap<>();
    private static final ThreadLocal<Caller> CALLER = ThreadLocal.withInitial(Caller::new);
    private static volatile Host host = new RankProcess(number(System.getenv(RankEnvironment.RANK)), 0);
    private static volatile Path folder;

    private Profile() {}

    private static int number(String value) {
        return value == null ? 0 : Integer.parseInt(value);
    }

    /** A thread of a rank. Operations that call others, such as {@code disconnect}, count once, as a whole. */
    private static final class Caller {
        private final Host host = Profile.host;
        private final RankProfile rank =
                RANKS.computeIfAbsent(host.rank(), number -> new RankProfile(number, host.name(number)));
        private int depth;
        /** The target of the one-sided operation under way; negative: there is none. */
        private int target = -1;

        private long accessed;

        private long now() {
            return host.nanos(rank.rank());
        }
    }

    /** How to distinguish the ranks of this JVM. */
    public static Host host() {
        return host;
    }

    /** The folder where ranks of a job write, by its number among those of its launcher. */
    static void writeTo(Path target, int job) {
        folder = target;
        host = new RankProcess(number(System.getenv(RankEnvironment.RANK)), job);
    }

    /** Ranks share this JVM: how to distinguish them. To be called before they start. */
    public static void of(Host ranks) {
        host = ranks;
    }

    /** Called when an operation begins; returns the time for {@link #leave}. */
    public static long enter() {
        Caller caller = CALLER.get();
        return caller.depth++ == 0 ? caller.now() : 0;
    }

    /** The operation ends that began at a time. */
    public static void leave(String operation, long start, long bytes) {
        Caller caller = CALLER.get();
        if (--caller.depth == 0) {
            caller.rank.add(operation, bytes, caller.now() - start);
            if (caller.target >= 0) {
                caller.rank.accessed(caller.target, caller.accessed, reads(operation));
                caller.target = -1;
            }
        }
    }

    /** True for an operation whose bytes come from the target. */
    public static boolean reads(String operation) {
        return CallFacts.method(operation).facts() == CallFacts.GET;
    }

    /** As {@code TimelineMarks.made}. */
    public static void made(int context, int[] members) {
        CALLER.get().rank.made(context, members);
    }

    /** As {@code TimelineMarks.met}. */
    public static void met(int number, String name) {
        CALLER.get().rank.met(number, name);
    }

    /** As {@code TimelineMarks.sent}. */
    public static void sent(int context, int dest, int tag, long bytes) {
        CALLER.get().rank.sent(context, dest, bytes);
    }

    /** As {@code TimelineMarks.accessed}; which way the bytes go the operation says at its end. */
    public static void accessed(int context, int target, long bytes) {
        Caller caller = CALLER.get();
        caller.target = caller.rank.member(context, target);
        caller.accessed = bytes;
    }

    /** Sum of the counts of an operation; 0 for null, which is allowed where counts are not used. */
    public static long sum(int[] counts) {
        long sum = 0;
        for (int i = 0; counts != null && i < counts.length; i++) {
            sum += counts[i];
        }
        return sum;
    }

    /** Called when the caller's rank has initialised MPI: its time counts from here. */
    public static void begin() {
        Caller caller = CALLER.get();
        caller.rank.begin(caller.now());
    }

    /** The caller's rank begins to finalise MPI: its profile is complete. Calls inside Finalize no longer count. */
    public static void end() {
        Caller caller = CALLER.get();
        Path file = folder.resolve(caller.rank.name());
        try {
            Files.writeString(file, caller.rank.text(caller.now()));
        } catch (IOException e) {
            System.err.println("mpirun: --profile: cannot write the profile of rank " + caller.rank.name() + " to "
                    + file + " (TMPDIR names another directory): " + e);
            drop(file);
        }
    }

    /** A part of a profile is none. */
    private static void drop(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // Nothing was written either.
        }
    }
}
