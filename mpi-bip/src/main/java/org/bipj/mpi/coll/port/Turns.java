package org.bipj.mpi.coll.port;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.SharedGroup;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.mpi.call.BufferChecks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.TimelineMarks;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.Progress;
import org.bipj.mpi.engine.WaitWatch;
import org.bipj.mpi.match.CallWord;
import org.jspecify.annotations.Nullable;

/**
 * Turns in the memory that the ranks of one communicator share, or those of them that are on one host: what collective
 * operations over it are made of. All these ranks begin the same turns; a rank writes its place and publishes it, reads those
 * of others, and ends the turn. Ranks in calls are places among them.
 *
 * <p>Ranks that call different operations, or the same operation with different counts, get an error.
 */
public final class Turns {
    /** What a mark says of a turn: the {@link CallWord} without its sign, and below it bytes, without those of higher worth. */
    private static final int WORD_SHIFT = 33;

    /** Rounds of a wait between looks at all marks. */
    private static final int MARK_ROUNDS = 16;

    private static final long BYTES_MASK = (1L << WORD_SHIFT) - 1;

    private final CurrentCall current;
    /** World ranks of those that share the memory, by their places in it. */
    private final int[] members;
    /** The members again as ranks of the communicator. */
    private final int[] ranks;
    /** The index of this rank among the members. */
    private final int self;
    /** Another one of these ranks where some of the job are on other hosts, which polls may pass over; else negative. */
    private final int near;

    private final SharedGroup group;
    private final Progress progress;
    private final Payload source;
    private final Payload target;
    private final Supplier<String> what = this::what;
    private long call;
    private long expected;
    private long piece = 1;
    /** Turns of the operation that have ended. */
    private long done;

    private String operation = "";

    /**
     * Turns.
     *
     * @param members world ranks of those that share the memory, by their places in it
     * @param ranks the same as ranks of the communicator
     * @param self this rank's place
     */
    public Turns(CurrentCall current, Engine engine, SharedGroup group, int[] members, int[] ranks, int self) {
        this.current = current;
        this.group = group;
        this.members = members;
        this.ranks = ranks;
        this.self = self;
        near = engine.hasSeveralHosts() ? members[self == 0 ? members.length - 1 : 0] : -1;
        progress = engine.progress();
        source = engine.newPayload();
        target = engine.newPayload();
    }

    private String what() {
        return operation + current.where();
    }

    /** The most bytes that a rank can publish in one turn. */
    public int longestBytes() {
        return group.longestBytes();
    }

    /** Most bytes of a rank in a turn that costs no more than an empty one. */
    public int shortBytes() {
        return group.shortBytes();
    }

    /** How many turns there have been so far. */
    public long count() {
        return group.turn();
    }

    /**
     * Begins an operation.
     *
     * @param name in words, for reports
     * @param bytes which all ranks must call it with
     * @param piece bytes of one turn, or more
     */
    public void operation(String name, long bytes, long piece) {
        operation = name;
        this.piece = piece;
        done = 0;
        expected = (long) current.word() << WORD_SHIFT | bytes & BYTES_MASK;
        call = (long) current.sentWord() << WORD_SHIFT | bytes & BYTES_MASK;
    }

    /** Begins a turn of up to {@link #longestBytes()} bytes of each rank. */
    public void begin(int bytes) {
        group.begin(call, bytes);
    }

    /** Ends the present turn on this rank. */
    public void end() {
        done++;
        group.end();
    }

    /** Sets the data that {@link #write} copies from. */
    public void source(Data data) {
        set(source, data);
    }

    /** Sets the data that {@link #read} copies to. */
    public void target(Data data) {
        set(target, data);
        BufferChecks.checkWritable(target);
    }

    /** Payloads of one rank share what they know of buffers. */
    private void set(Payload payload, Data data) {
        progress.enter();
        try {
            payload.set(data);
            BufferChecks.checkFits(payload, data);
        } finally {
            progress.exit();
        }
    }

    /** Forgets the user's memory, so that it can be collected. */
    public void forget() {
        source.clear();
        target.clear();
    }

    /** Waits until this rank may write its place. */
    public void awaitRoom() {
        group.claim();
        awaitThere(SharedGroup.ROOM);
    }

    /** Copies bytes of the source to this rank's place, {@code skip} bytes behind its beginning. */
    public void write(long from, long skip, long bytes) {
        MemorySegment memory = group.memory(self);
        long at = group.place(self) + skip;
        if (bytes < NicPort.STREAMED_MIN) {
            source.copyOut(from, memory, at, bytes);
        } else {
            source.copyOut(from, memory, at, bytes, group.streaming(at));
        }
    }

    /** Shows this rank's place to all others. */
    public void publish() {
        group.publish();
    }

    /** Shows it to one rank, which awaits all others. */
    public void publishTo(int rank) {
        group.publishTo(rank);
    }

    /** Shows it to all others, as they do theirs. */
    public void publishWithAll() {
        group.publishWithAll();
    }

    /** Waits until one rank has published its part. */
    public void await(int rank) {
        awaitThere(rank);
        check(rank);
    }

    /** Waits until all other ranks have published their parts. */
    public void awaitOthers() {
        awaitThere(SharedGroup.OTHERS);
        for (int rank = 0; rank < ranks.length; rank++) {
            if (rank != self) {
                check(rank);
            }
        }
    }

    /** Copies bytes of a rank's place, {@code skip} bytes behind its beginning, into the target. */
    public void read(int rank, long skip, long to, long bytes) {
        target.copyIn(group.memory(rank), group.place(rank) + skip, to, bytes);
    }

    private void awaitThere(int awaited) {
        if (!group.isThere(awaited)) {
            expect(awaited);
            try {
                for (int fruitless = 0; !group.isThere(awaited); ) {
                    fruitless = progress.advance(fruitless);
                    current.checkStray(fruitless);
                    if (fruitless >= WaitWatch.PATIENCE) {
                        look(awaited);
                    }
                    if (fruitless >= WaitWatch.PATIENCE && fruitless % MARK_ROUNDS == 0) {
                        lookAtMarks();
                    }
                }
            } finally {
                expect(SharedGroup.NOTHING);
            }
            if (awaited != SharedGroup.ROOM) {
                int by = awaited < 0 ? awaited : members[awaited];
                TimelineMarks.awaited(false, group.number(), members[0], group.turn(), by);
            }
        }
    }

    /** Under the lock of progress, as other threads of this rank may report it. */
    private void expect(int awaited) {
        progress.enter();
        group.expect(awaited, what);
        if (near >= 0) {
            progress.expect(near);
        }
        progress.exit();
    }

    /**
     * Looks for messages of other calls from the ranks that are awaited. What a rank has published is seen before the messages that it
     * has sent afterwards: if it is still missing, the rank has left out this turn.
     */
    private void look(int awaited) {
        for (int place = 0; place < ranks.length; place++) {
            if (place != self && (awaited < 0 || place == awaited)) {
                int world = members[place];
                int word = current.otherCall(world);
                if (word != 0 && !group.isThere(awaited == SharedGroup.ROOM ? awaited : place)) {
                    forget();
                    throw current.parted(word, world);
                }
            }
        }
    }

    /** Looks at the marks of this turn, which nobody uses again before this rank has ended it; those of earlier turns may be. */
    private void lookAtMarks() {
        EngineException failure = leftCalls(group.turn());
        if (failure != null) {
            forget();
            throw failure;
        }
    }

    private static int word(long call) {
        return (int) (call >>> WORD_SHIFT) | CallWord.BLOCKING;
    }

    /** The word of the call in which a rank has published the turn after this one; 0 if it has not. */
    int published(int place) {
        long other = group.callIn(group.turn() + 1, place);
        return other == 0 ? 0 : word(other);
    }

    /**
     * An error if some other rank has published one of the last turns in another call than this rank; else null. Called after the last
     * turn of all ranks: none of them uses a mark again.
     */
    @Nullable
    EngineException leftCalls() {
        return leftCalls(Math.max(1, group.turn() - group.keptTurns() + 1));
    }

    private @Nullable EngineException leftCalls(long first) {
        for (long turn = first; turn <= group.turn(); turn++) {
            long own = group.callIn(turn, self);
            for (int place = 0; own != 0 && place < ranks.length; place++) {
                long other = group.callIn(turn, place);
                if (other != 0 && word(other) != word(own)) {
                    return current.parted(word(other), members[place]);
                }
            }
        }
        return null;
    }

    private void check(int rank) {
        if (group.call(rank) != expected) {
            throw differs(rank);
        }
    }

    private EngineException differs(int rank) {
        long other = group.call(rank);
        // The ranks that call it with more go on.
        group.skip(Math.max(0, ((other & BYTES_MASK) + piece - 1) / piece - done - 1));
        forget();
        if (word(other) != current.word()) {
            return current.parted(word(other), members[rank]);
        }
        return new EngineException(
                ErrorClass.TRUNCATE,
                "rank " + ranks[rank] + " contributed " + (other & BYTES_MASK)
                        + " bytes to a collective operation; rank " + ranks[self] + " expected "
                        + (expected & BYTES_MASK)
                        + ": counts or datatypes differ between ranks");
    }

    void close() {
        group.close();
    }
}
