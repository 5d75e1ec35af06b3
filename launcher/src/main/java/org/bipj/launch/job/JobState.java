package org.bipj.launch.job;

import java.util.SortedMap;
import org.bipj.core.job.WaitReport;
import org.bipj.core.job.Waiter;
import org.bipj.shm.Stacks;

/** What can be found out about the ranks of a job while it runs. */
public interface JobState {
    /** What a rank does that does not say what it waits for. */
    enum Condition {
        /** It has not got so far. */
        ABSENT("has not initialised the library", "have not initialised the library"),
        /** It answers by its stacks only. */
        BUSY("computes, or waits outside of the library", "compute, or wait outside of the library"),
        /** It does not answer at all. */
        SILENT("does not answer: is it stopped?", "do not answer: are they stopped?"),
        /** It may end. */
        FINISHED("has finalised", "have finalised"),
        /** It runs no more. */
        ENDED("has ended", "have ended");

        private final String ofOne;
        private final String ofSeveral;

        Condition(String ofOne, String ofSeveral) {
            this.ofOne = ofOne;
            this.ofSeveral = ofSeveral;
        }

        /** In words, of one rank or of several. */
        String words(boolean one) {
            return one ? ofOne : ofSeveral;
        }
    }

    /** Words for ranks that wait in real time. */
    WaitReport IN_SECONDS = new WaitReport("for", 1, "s");

    /** Number of ranks. */
    int ranks();

    /** How to put waiting ranks into words: the times that they give have a unit. */
    WaitReport words();

    /** What ranks wait for, of those that wait in the library, by rank. */
    SortedMap<Integer, Waiter> waiters(long patienceMillis) throws InterruptedException;

    /**
     * What a rank does that is not among the {@link #waiters}.
     *
     * @param answers true if it has shown its stacks
     */
    Condition condition(int rank, boolean answers);

    /**
     * Where the threads of the ranks are, by rank.
     *
     * @param last true if the job is going to be ended, and its output no longer counts
     */
    SortedMap<Integer, Stacks> stacks(boolean last) throws InterruptedException;
}
