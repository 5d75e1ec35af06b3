package org.bipj.launch.mpirun.job;

import java.util.SortedMap;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.shm.waiting.Stacks;

/** The state of the ranks of a running job. */
public interface JobState {
    /** The state of a rank that does not report what it waits for. */
    enum Condition {
        /** It has not initialised the library. */
        ABSENT("has not initialised the library", "have not initialised the library"),
        /** The rank answers with its stacks only. */
        BUSY("computes, or waits outside of the library", "compute, or wait outside of the library"),
        /** The rank does not answer at all. */
        SILENT("does not answer: is it stopped?", "do not answer: are they stopped?"),
        /** The rank has finalised the library, and may end. */
        FINISHED("has finalised", "have finalised"),
        /** The rank has ended. */
        ENDED("has ended", "have ended"),
        /** The rank has died, and the job goes on. */
        DEAD("has died", "have died");

        private final String ofOne;
        private final String ofSeveral;

        Condition(String ofOne, String ofSeveral) {
            this.ofOne = ofOne;
            this.ofSeveral = ofSeveral;
        }

        /** The state in words, for one rank or for several. */
        String words(boolean one) {
            return one ? ofOne : ofSeveral;
        }
    }

    /** Words for ranks that wait in real time. */
    WaitReport IN_SECONDS = new WaitReport("for", 1, "s");

    /** The number of ranks in the job. */
    int ranks();

    /** How to describe waiting ranks: their times have a unit. In real time these are seconds. */
    default WaitReport words() {
        return IN_SECONDS;
    }

    /** What the ranks that wait in the library wait for, by rank. */
    SortedMap<Integer, Waiter> waiters(long patienceMillis) throws InterruptedException;

    /**
     * The state of a rank that is not among the {@link #waiters}.
     *
     * @param answers true if it has returned its stacks
     */
    Condition condition(int rank, boolean answers);

    /**
     * The stacks of the ranks' threads, by rank.
     *
     * @param last true if the job is going to be ended, and its output no longer counts
     */
    SortedMap<Integer, Stacks> stacks(boolean last) throws InterruptedException;
}
