package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.bipj.shm.figures.RankFigures.Activity;
import org.junit.jupiter.api.Test;

/** What a rank does that does not say it, by the calls of its thread. */
class BoardFiguresTest {
    private static final String[] RECV = {"mpi.Comm.recv", "P.main"};

    private static Activity activity(Thread.State state, String... calls) {
        List<StackTraceElement> stack = Stream.of(calls)
                .map(call -> {
                    int dot = call.lastIndexOf('.');
                    return new StackTraceElement(call.substring(0, dot), call.substring(dot + 1), "F.java", 1);
                })
                .toList();
        return BoardFigures.activity(state, stack);
    }

    /** Where processors are short, a rank that yields is runnable for seconds. */
    @Test
    void whoYieldsInTheLibraryWaits() {
        String idler = "org.bipj.shm.waiting.Idler.yieldCore";
        assertEquals(
                Activity.WAITS, activity(Thread.State.RUNNABLE, "java.lang.Thread.yield", idler, RECV[0], RECV[1]));
        String sleep = "org.bipj.shm.waiting.Idler.sleep";
        assertEquals(Activity.WAITS, activity(Thread.State.TIMED_WAITING, sleep, RECV[0], RECV[1]));
    }

    @Test
    void whoCopiesOrComputesDoesNot() {
        assertEquals(Activity.COMPUTES, activity(Thread.State.RUNNABLE, RECV));
        assertEquals(Activity.COMPUTES, activity(Thread.State.RUNNABLE, "P.main"));
        assertEquals(
                Activity.WAITS_ELSEWHERE, activity(Thread.State.TIMED_WAITING, "java.lang.Thread.sleep", "P.main"));
        assertEquals(Activity.ENDED, activity(Thread.State.TERMINATED));
    }
}
