package org.bipj.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.Locale;
import java.util.Random;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.match.CallWord;
import org.bipj.mpi.op.Operation;
import org.junit.jupiter.api.Test;

class CallHistoryTest {
    private static final int RANKS = 5;
    private static final int SUM = 1 + Operation.SUM.ordinal();

    private final CallHistory mine = history();
    private final CallHistory theirs = history();

    private static CallHistory history() {
        CallHistory history = new CallHistory();
        history.ranks(RANKS);
        return history;
    }

    private static void call(CallHistory history, int operation, int op, int root) {
        history.begin(operation, op, root, true);
        history.end();
    }

    private void both(int operation, int op, int root) {
        call(mine, operation, op, root);
        call(theirs, operation, op, root);
        assertEquals(mine.word(), theirs.word());
    }

    private String parted() {
        assertNotEquals(mine.word(), theirs.word());
        return mine.parted(theirs.word(), "rank 1", "rank 0", "").getMessage();
    }

    private void assertSays(String words) {
        String said = parted();
        assertTrue(said.contains(words), said);
    }

    @Test
    void theOperationsHaveTheirNames() throws ReflectiveOperationException {
        for (Field field : Tags.class.getFields()) {
            String name = field.getName().replace("_", "").replace("NEIGHBOUR", "NEIGHBOR");
            String said = CallKind.text(CallKind.of(field.getInt(null), 0), CallWord.NO_ROOT);
            assertEquals(name, said.toUpperCase(Locale.ROOT));
        }
        for (Operation operation : Operation.values()) {
            int kind = CallKind.of(Tags.ALLREDUCE, 1 + operation.ordinal());
            assertEquals("allReduce with " + operation, CallKind.text(kind, CallWord.NO_ROOT));
        }
        assertEquals(
                "reduce with root 3 and a user's operation",
                CallKind.text(CallKind.of(Tags.REDUCE, CallWord.USERS_OP), 3));
    }

    @Test
    void anotherRootIsFoundInItsCall() {
        both(Tags.BARRIER, 0, CallWord.NO_ROOT);
        call(mine, Tags.BCAST, 0, 4);
        call(theirs, Tags.BCAST, 0, 2);
        assertSays("call 2 is bcast with root 2 on rank 1 and bcast with root 4 on rank 0");
    }

    /** At the end of a communicator, when no call is under way. */
    @Test
    void aCallThatThisRankDoesNotMakeIsNamed() {
        both(Tags.BCAST, 0, 4);
        both(Tags.BARRIER, 0, CallWord.NO_ROOT);
        call(theirs, Tags.BARRIER, 0, CallWord.NO_ROOT);
        assertSays("rank 1 is in call 3, barrier, which rank 0 does not make");
    }

    /** Whatever was called since. */
    @Test
    void anotherRootIsFoundLater() {
        Random random = new Random(1);
        for (int i = 0; i < 20; i++) {
            both(Tags.BCAST, 0, random.nextInt(RANKS));
        }
        call(mine, Tags.GATHER, 0, 0);
        call(theirs, Tags.GATHER, 0, 3);
        for (int i = 0; i < 30; i++) {
            call(mine, Tags.ALLREDUCE, SUM, CallWord.NO_ROOT);
            call(theirs, Tags.ALLREDUCE, SUM, CallWord.NO_ROOT);
            assertSays("call 21 is gather with root 3 on rank 1 and gather with root 0 on rank 0 (found in call ");
        }
    }

    @Test
    void anotherReductionIsFound() {
        call(mine, Tags.REDUCE, SUM, 1);
        call(theirs, Tags.REDUCE, CallWord.USERS_OP, 1);
        barrier();
        assertSays("call 1 is reduce with root 1 and a user's operation on rank 1 and reduce with root 1 and SUM");
    }

    private void barrier() {
        call(mine, Tags.BARRIER, 0, CallWord.NO_ROOT);
        call(theirs, Tags.BARRIER, 0, CallWord.NO_ROOT);
    }

    @Test
    void aMessageOfAnotherCallIsAStray() {
        both(Tags.BCAST, 0, 0);
        call(mine, Tags.BCAST, 0, 0);
        call(theirs, Tags.BCAST, 0, 1);
        mine.arrived(7, theirs.word(), false);
        assertEquals(theirs.word(), mine.stray());
        assertEquals(7, mine.strayWorld());
    }

    /** As far as credits let it be ahead, and farther: numbers come again after 16,384 calls. */
    @Test
    void aRankThatIsAheadIsNotAStray() {
        both(Tags.BCAST, 0, 0);
        for (int i = 0; i < 16_300; i++) {
            call(theirs, Tags.BCAST, 0, 1);
            mine.arrived(7, theirs.word(), false);
            assertEquals(0, mine.stray(), () -> parted());
        }
    }

    @Test
    void aCallThatGoesOnWithWrongDataFailsAtItsEnd() {
        EngineException wrong = new EngineException(ErrorClass.TRUNCATE, "wrong");
        mine.begin(Tags.BCAST, 0, 0, true);
        assertTrue(mine.spoil(wrong));
        assertNotEquals(mine.word(), mine.sent());
        assertEquals(mine.word(), CallWord.sound(mine.sent()));
        try {
            mine.end();
            throw new AssertionError("no error");
        } catch (EngineException e) {
            assertEquals(wrong, e);
        }
        nextIsSound();
    }

    private void nextIsSound() {
        call(mine, Tags.BARRIER, 0, CallWord.NO_ROOT);
        assertEquals(mine.word(), mine.sent());
    }
}
