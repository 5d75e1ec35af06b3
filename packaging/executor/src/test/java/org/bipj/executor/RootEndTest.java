package org.bipj.executor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntConsumer;
import mpi.ObjectCodec;
import org.junit.jupiter.api.Test;

/** The last frame that a worker gets is STOP, whatever happens at the end; the test is the workers, of ranks 1 and 2. */
class RootEndTest {
    private static final byte[] NOTHING = new byte[0];

    /** What worker 1 has got. */
    private final List<Byte> kinds = new ArrayList<>();

    private final RootSide root = new RootSide(0, 3, List.of(1, 2), ObjectCodec.serialization(), this::got);
    /** Another thread comes before a result is sent to worker 1; its argument is the number of results before. */
    private IntConsumer meanwhile = before -> {};

    private int results;

    private void got(int worker, TaskFrame frame) {
        if (worker == 1) {
            if (frame.kind() == TaskFrame.OUTCOME) {
                meanwhile.accept(results++);
            }
            kinds.add(frame.kind());
        }
    }

    /** A task that a task of worker 1 submits. */
    private static long id(int number) {
        return ((long) number << Integer.SIZE) + 1;
    }

    /** Worker 1 submits tasks; worker 2 gets the first one. */
    private void submit(int tasks) {
        for (int i = 1; i <= tasks; i++) {
            root.received(1, TaskFrame.of(TaskFrame.SUBMIT, Work.Form.CALL.ordinal(), 0, id(i), 0, NOTHING));
        }
        root.received(2, TaskFrame.of(TaskFrame.WANT, TaskFrame.IDLE, 1, 0, 1, NOTHING));
    }

    private void firstOneEnds() {
        root.received(2, TaskFrame.of(TaskFrame.RESULT, TaskOutcome.CANCELLED, 0, id(1), 0, NOTHING));
    }

    private void expect(int outcomes) {
        List<Byte> expected = new ArrayList<>(Collections.nCopies(outcomes, TaskFrame.OUTCOME));
        expected.add(TaskFrame.STOP);
        assertEquals(expected, kinds);
    }

    @Test
    void theLastTaskDiesWithItsWorker() {
        submit(1);
        root.received(1, TaskFrame.of(TaskFrame.CANCEL, 0, id(1)));
        root.shutdown();
        root.died(2, "gone");
        expect(1);
    }

    @Test
    void thePoolIsShutDownWhileTheLastTaskEnds() {
        meanwhile = before -> root.shutdown();
        submit(1);
        firstOneEnds();
        expect(1);
    }

    @Test
    void theLastTaskEndsWhileOthersAreCancelled() {
        meanwhile = before -> {
            if (before == 0) {
                firstOneEnds();
            }
        };
        submit(3);
        root.shutdownNow();
        expect(3);
    }

    /** A thread of a task has outlived it. */
    @Test
    void aTaskThatComesTooLateGetsNoAnswer() {
        root.shutdown();
        submit(1);
        expect(0);
    }
}
