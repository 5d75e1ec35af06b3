package org.bipj.launch.mpirun.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SortedMap;
import java.util.TreeMap;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.shm.waiting.Stacks;
import org.junit.jupiter.api.Test;

/** What is said of ranks that do not answer at once, as on a machine whose processors are short. */
class RanksTextTest {
    /** Three ranks; rank 0 answers the second question only, the others none. */
    private static final class Busy implements JobState {
        int questions;

        @Override
        public int ranks() {
            return 3;
        }

        @Override
        public WaitReport words() {
            return IN_SECONDS;
        }

        @Override
        public SortedMap<Integer, Waiter> waiters(long patienceMillis) {
            SortedMap<Integer, Waiter> answers = new TreeMap<>();
            if (++questions == 2) {
                answers.put(0, new Waiter(0, "mpi.Comm.recv", "a message", "\tat A\n", Double.NaN));
            }
            return answers;
        }

        @Override
        public Condition condition(int rank, boolean answers) {
            return Condition.BUSY;
        }

        @Override
        public SortedMap<Integer, Stacks> stacks(boolean last) {
            SortedMap<Integer, Stacks> stacks = new TreeMap<>();
            stacks.put(0, new Stacks("mpi.Comm.recv", "\tat A\n", ""));
            stacks.put(1, new Stacks("mpi.Comm.barrier", "\tat B\n", ""));
            stacks.put(2, new Stacks("", "\tat C\n", ""));
            return stacks;
        }
    }

    @Test
    void aRankInsideTheLibraryIsNotSaidToCompute() throws InterruptedException {
        Busy state = new Busy();
        String text = RanksText.of(state, 1, state.stacks(true));
        assertEquals(
                "rank 0 waits in mpi.Comm.recv for a message" + System.lineSeparator() + "\tat A\n"
                        + "rank 1 is inside mpi.Comm.barrier\n\tat B\n"
                        + "rank 2 computes, or waits outside of the library\n\tat C\n",
                text);
        assertEquals(2, state.questions);
    }
}
