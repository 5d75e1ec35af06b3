package org.bipj.mpi.coll.schedule;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.Combination;
import org.jspecify.annotations.Nullable;

/**
 * A port of collective operations that records its calls as steps of a {@link Schedule}. The control flow of an
 * algorithm depends on rank, counts and root, never on data, so that its text can be run before there are any.
 */
public final class ScheduleMaker implements CollPort {
    private static final int STEPS_AT_FIRST = 16;

    private final CollPort port;
    /** Keeps the steps: this maker, or the one whose ranks this one's are a part of. */
    private final ScheduleMaker main;

    private final LentArrays arrays;
    private final LentMemory memory;
    /** Records the operations of this rank's group; null where there is one group, and before its first. */
    private @Nullable ScheduleMaker group;

    private @Nullable Kept state;
    private @Nullable Step[] steps = new Step[STEPS_AT_FIRST];
    private int count;
    private int tags;

    /** Records what is to be done over a port. */
    public ScheduleMaker(CollPort port) {
        this.port = port;
        main = this;
        arrays = new LentArrays();
        memory = new LentMemory();
    }

    /** The ranks of this rank's group in a maker of two groups. */
    private ScheduleMaker(ScheduleMaker both) {
        port = both.port.local();
        main = both;
        arrays = both.arrays;
        memory = both.memory;
    }

    /** The same operation among the ranks of this rank's group of an intercommunicator. */
    @Override
    public ScheduleMaker local() {
        if (port.firstGroup() == 0) {
            return this;
        }
        if (group == null) {
            group = new ScheduleMaker(this);
        }
        return group;
    }

    @Override
    public int firstGroup() {
        return port.firstGroup();
    }

    /** State of operations over this port; scratch memory that they take belongs to the recorded operations. */
    public CollState newState(CollectiveTuning tuning) {
        return new CollState(this, tuning, arrays, memory);
    }

    /** Begins a recording; the given bits are added to the tags of its messages. */
    public void open(int tagBits) {
        tags = tagBits;
    }

    /**
     * Ends a recording.
     *
     * @param persistent true for an operation that is started more than once, until it is freed
     * @param end called once the operation needs the communicator no longer
     */
    public Schedule close(boolean persistent, Runnable end) {
        Step[] recorded = Arrays.copyOf(steps, count);
        clear();
        return new Schedule(port, recorded, persistent, arrays.endRecording(), memory.endRecording(), end);
    }

    /** Discards a recording during which the operation has failed. */
    public void abort() {
        clear();
        state = null;
        if (group != null) {
            group.state = null;
        }
        giveBack(arrays.endRecording());
        giveBack(memory.endRecording());
    }

    static void giveBack(@Nullable Runnable lent) {
        if (lent != null) {
            lent.run();
        }
    }

    private void clear() {
        Arrays.fill(steps, 0, count, null);
        count = 0;
    }

    private void add(Step step) {
        if (main != this) {
            main.add(step);
            return;
        }
        if (count == steps.length) {
            steps = Arrays.copyOf(steps, 2 * count);
        }
        steps[count++] = step;
    }

    /** The rank here of a rank of one of this maker's parts, or of this maker itself. */
    private int rankOf(ScheduleMaker part, int peer) {
        boolean isSecond = part != this && port.rank() >= port.firstGroup();
        return isSecond ? peer + port.firstGroup() : peer;
    }

    private MessageStep message(boolean sends, boolean waits, Data data, int peer, int tag) {
        MessageStep message = new MessageStep(sends, waits, data.copy(), main.rankOf(this, peer), main.tags | tag);
        add(message);
        return message;
    }

    @Override
    public int rank() {
        return port.rank();
    }

    @Override
    public int size() {
        return port.size();
    }

    @Override
    public CallData callData() {
        return port.callData();
    }

    @Override
    public boolean isCrowded() {
        return port.isCrowded();
    }

    @Override
    public boolean checksTypes() {
        return port.checksTypes();
    }

    @Override
    public int @Nullable [] hosts() {
        return port.hosts();
    }

    @Override
    public @Nullable Kept state() {
        return state;
    }

    @Override
    public void state(Kept newState) {
        state = newState;
    }

    @Override
    public void send(Data data, int dest, int tag) {
        message(true, true, data, dest, tag);
    }

    @Override
    public void receive(Data data, int source, int tag) {
        message(false, true, data, source, tag);
    }

    @Override
    public Object postReceive(Data data, int source, int tag) {
        return message(false, false, data, source, tag);
    }

    @Override
    public Object postSend(Data data, int dest, int tag) {
        return message(true, false, data, dest, tag);
    }

    @Override
    public void await(Object handle) {
        add(new Await((MessageStep) handle));
    }

    @Override
    public boolean isDone(Object handle) {
        throw new UnsupportedOperationException("the way of a recorded operation does not depend on time");
    }

    @Override
    public void abandon(Object handle) {
        throw new UnsupportedOperationException("a recorded operation is taken back by its schedule");
    }

    @Override
    public void localCopy(Data from, Data to) {
        add(new LocalCopy(from.copy(), to.copy()));
    }

    @Override
    public void copy(Object from, int fromStart, Object to, int toStart, int elements) {
        add(new ArrayStep(null, from, fromStart, to, toStart, elements));
    }

    @Override
    public void combine(Combination op, Object left, int leftStart, Object right, int rightStart, int elements) {
        add(new ArrayStep(op, left, leftStart, right, rightStart, elements));
    }

    @Override
    public void move(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        add(new Move(from, fromOffset, to, toOffset, bytes));
    }
}
