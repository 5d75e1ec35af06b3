package org.bipj.shm.groups;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.bipj.core.nic.SharedGroup;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Turns in the memory of a group, under every interleaving that jcstress provokes. An outcome that is not listed is
 * forbidden.
 */
public final class GroupStress {
    /** How often an actor tries: the more, the more often it is there when the other one acts. */
    private static final int TRIES = 100;

    private static final int STALE = 9;

    private GroupStress() {}

    /** A place is seen whole or not at all, in its turn, and nothing of the lap before. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing published yet")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the first turn")
    @Outcome(id = "12", expect = ACCEPTABLE, desc = "both")
    @State
    public static class Publish {
        private final StressGroup group = new StressGroup(2, false);

        /** All marks have been used. */
        public Publish() {
            for (int turn = 0; turn <= GroupFile.turns(2); turn++) {
                group.publish(STALE);
                group.beginToRead();
                group.seen();
                group.endRead();
            }
        }

        /** Publishes twice. */
        @Actor
        public void writer() {
            group.publish(1);
            group.publish(2);
        }

        /** Reads both turns. */
        @Actor
        public void reader(I_Result result) {
            group.beginToRead();
            for (int i = 0; i < TRIES && result.r1 < 10; i++) {
                long seen = group.seen();
                if (seen >= 0) {
                    result.r1 = 10 * result.r1 + (int) seen;
                    group.endRead();
                    group.beginToRead();
                }
            }
        }
    }

    /** A writer that is as far ahead as it may be does not write over what has not been read. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the writer found no room")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the writer found room behind the reader")
    @State
    public static class Lap {
        private static final int UNSAID = GroupFile.turns(2) / 4;

        private final StressGroup group = new StressGroup(2, false);

        /** All marks hold turns that have not been read. */
        public Lap() {
            for (int turn = 0; turn < GroupFile.turns(2); turn++) {
                group.publish(1);
            }
            group.begin(0);
        }

        /** Goes on as soon as there is room. */
        @Actor
        public void writer(II_Result result) {
            for (int i = 0; i < TRIES && result.r1 == 0; i++) {
                if (group.member(0).isThere(SharedGroup.ROOM)) {
                    group.write(0, STALE);
                    group.member(0).publish();
                    result.r1 = 1;
                }
            }
        }

        /** Reads as many turns as it ends before it says so. */
        @Actor
        public void reader(II_Result result) {
            boolean intact = true;
            for (int turn = 0; turn < UNSAID; turn++) {
                group.beginToRead();
                intact &= group.seen() == 1;
                group.endRead();
            }
            result.r2 = intact ? 1 : 0;
        }
    }

    /** Of two members that publish for all at the same time, at least one sees the other, and wakes who sleeps. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both see the other")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first sees the second")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second sees the first")
    @State
    public static class All {
        private final StressGroup group = new StressGroup(2, false);

        /** Both have begun. */
        public All() {
            group.begin(0);
            group.begin(1);
        }

        private int publish(int self) {
            group.member(self).publishWithAll();
            return group.member(self).isThere(SharedGroup.OTHERS) ? 1 : 0;
        }

        /** One of them. */
        @Actor
        public void first(II_Result result) {
            result.r1 = publish(0);
        }

        /** The other. */
        @Actor
        public void second(II_Result result) {
            result.r2 = publish(1);
        }
    }

    /** Of two members that publish to a third that sleeps, the last one wakes it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "it is awake")
    @State
    public static class LastWakes {
        private final StressGroup group = new StressGroup(3, true);

        /** Member 0 sleeps, the others have begun. */
        public LastWakes() {
            group.putToSleep(0);
            group.begin(1);
            group.begin(2);
        }

        /** One of them. */
        @Actor
        public void first() {
            group.member(1).publishTo(0);
        }

        /** The other. */
        @Actor
        public void second() {
            group.member(2).publishTo(0);
        }

        /** Looks afterwards. */
        @Arbiter
        public void end(I_Result result) {
            result.r1 = group.sleeps(0) ? 1 : 0;
        }
    }
}
