package org.bipj.launch.seeing.timeline;

import org.bipj.shm.job.RankEnvironment;

/** The ranks of this JVM, for those who record them. */
public final class RecordedRanks {
    /** Which rank a thread belongs to, and what time it is there. */
    public interface Host {
        /** A number of the rank of the calling thread, which is its rank in the launcher's first job; -1 for none. */
        int rank();

        /** The clock of a rank, in nanoseconds, read by one of its threads. Reading it takes no virtual time. */
        long nanos(int rank);

        /** What reports call a rank: with the number of its job and a dot in front, but in the launcher's first job. */
        String name(int rank);
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

    private static volatile Host host = process(0);

    private RecordedRanks() {}

    /** A rank that is this process, of a job with this number among those of its launcher. */
    static Host process(int job) {
        String rank = System.getenv(RankEnvironment.RANK);
        return new RankProcess(rank == null ? 0 : Integer.parseInt(rank), job);
    }

    /** How to distinguish the ranks of this JVM. */
    static Host host() {
        return host;
    }

    /** Ranks share this JVM, or are of another job: how to distinguish them. To be called before they start. */
    public static void of(Host ranks) {
        host = ranks;
    }
}
