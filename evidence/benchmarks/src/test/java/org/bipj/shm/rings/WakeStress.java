package org.bipj.shm.rings;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.NicPort;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Native;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A sender commits a packet and looks at the park word; the receiver raises the word, calls the membarrier, and looks
 * at its ring: the steps of {@code ShmPort.commit} and {@code Idler.sleep}. At least one of them sees what the other
 * did, or a packet would arrive at a rank that sleeps. The sender has no fence between its store and its load, so
 * without the call both may miss.
 */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both see the other")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the sender wakes the sleeper")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the receiver finds the packet and does not sleep")
@State
public class WakeStress {
    private static final int RECEIVER = 1;

    private static final Native CALLS = registered();

    private static Native registered() {
        Native calls = Native.get();
        if (!calls.registerForBarrier(Native.Reach.PROCESS)) {
            throw new UnsupportedOperationException("this kernel has no membarrier");
        }
        return calls;
    }

    /** Of the ring only the beginning is used: the smaller the states, the closer the actors meet. */
    private final MemorySegment memory = MemorySegment.ofArray(new long[(int) RingFile.ringAt(true) / Long.BYTES + 8]);

    private final RingReader reader = new RingReader(memory, true, NicPort.CONTROL, 0, peer -> {});
    private final RingWriter writer = new RingWriter(memory, true);
    private final long claim = writer.claim(Long.BYTES);
    private final Board board = Board.make(MemorySegment.ofArray(new long[(int) Board.bytes(2) / Long.BYTES]), 2);
    private final long word = board.parkWord(RECEIVER);

    /** A rank that polls and one that sends. */
    public WakeStress() {}

    /** Commits, and looks whether the receiver has to be woken. */
    @Actor
    public void sender(II_Result result) {
        writer.commit(claim, Long.BYTES, 1);
        result.r1 = Access.getIntAcquire(board.memory(), word);
    }

    /** Is about to sleep, and looks for a packet once more. */
    @Actor
    public void receiver(II_Result result) {
        Access.setIntVolatile(board.memory(), word, 1);
        CALLS.barrier(Native.Reach.PROCESS);
        result.r2 = reader.hasPacket() ? 1 : 0;
    }
}
