package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.EngineException;

/**
 * One window at this rank: what all ranks know of it, its epochs and its synchronisation. {@link Operations}
 * act on other ranks, {@link Target} serves the operations of others. Ranks are ranks of the window.
 */
public final class Window {
    /** Assertions (MPI 4.1 section 12.5.5), with the values of the facade. */
    public static final int NOCHECK = 1;

    public static final int NOPRECEDE = 2;
    public static final int NOPUT = 4;
    public static final int NOSTORE = 8;
    public static final int NOSUCCEED = 16;

    private final OneSided rma;
    private final CommCore core;
    private final Agreement agreement;
    private final int number;
    private final int rank;
    private final long[] bytes;
    private final int[] units;
    /** The memory of ranks that can be reached, this one's included; null where messages serve. */
    private final MemorySegment[] memory;
    /** Locks that ranks share beside their memory; null where messages serve. */
    private final Control[] controls;

    private final Target own;
    private final Region region;
    private final Epochs epochs;
    private final Operations operations;
    private final Locks locks;

    /** By target: replies that have not come, operands that have not left, and whether it may have more to serve. */
    private final int[] awaited;

    private final int[] sending;
    private final boolean[] dirty;
    /** Sums of the first two. */
    private int outstanding;

    private final int[] posts;
    private final int[] completes;
    /** The first refusal since the last synchronisation; null: none. */
    private EngineException refusal;

    Window(
            OneSided rma,
            CommCore core,
            Agreement agreement,
            int number,
            long[] bytes,
            int[] units,
            MemorySegment[] memory,
            Control[] controls,
            boolean dynamic,
            Region region) {
        this.rma = rma;
        this.core = core;
        this.agreement = agreement;
        this.number = number;
        this.bytes = bytes;
        this.units = units;
        this.memory = memory;
        this.controls = controls;
        this.region = region;
        int ranks = core.size();
        rank = core.rank();
        own = new Target(rma, this, number, dynamic ? null : memory[rank]);
        epochs = new Epochs(ranks);
        awaited = new int[ranks];
        sending = new int[ranks];
        dirty = new boolean[ranks];
        posts = new int[ranks];
        completes = new int[ranks];
        operations = new Operations(rma, this);
        locks = new Locks(rma, this, ranks);
    }

    // ---- what it is --------------------------------------------------------------------------------------------

    /** Puts, gets and accumulates. */
    public Operations operations() {
        return operations;
    }

    /** Epochs of passive targets. */
    public Locks locks() {
        return locks;
    }

    int rank() {
        return rank;
    }

    int number() {
        return number;
    }

    Target own() {
        return own;
    }

    Epochs epochs() {
        return epochs;
    }

    int world(int target) {
        return core.world(target);
    }

    long bytes(int target) {
        return bytes[target];
    }

    int unit(int target) {
        return units[target];
    }

    /** A rank's memory where it can be reached; null where messages serve. */
    MemorySegment memory(int target) {
        return memory[target];
    }

    Control control(int target) {
        return controls[target];
    }

    /** True if other ranks reach the memory of a rank without messages, or it is this one. */
    public boolean reaches(int target) {
        return memory[target] != null;
    }

    /** The memory of a rank that can be reached (MPI_Win_shared_query). */
    public MemorySegment query(int target) {
        if (memory[target] == null) {
            throw new EngineException(
                    RmaErrors.RMA_SHARED,
                    "the window of rank " + target + " is not in memory that rank " + rank + " can reach");
        }
        return memory[target];
    }

    /** Attaches memory to a dynamic window; returns its displacement. */
    public long attach(MemorySegment part) {
        checkDynamic();
        rma.enter();
        try {
            return own.attach(part);
        } finally {
            rma.exit();
        }
    }

    /** Ends what {@link #attach} began. */
    public void detach(long displacement) {
        checkDynamic();
        rma.enter();
        try {
            own.detach(displacement);
        } finally {
            rma.exit();
        }
    }

    private void checkDynamic() {
        if (!own.isDynamic()) {
            throw new EngineException(
                    RmaErrors.RMA_FLAVOR, "the window has memory of its own; expected one made by Win(info, comm)");
        }
    }

    /** Ends the window, when all ranks do. */
    public void free() {
        epochs.checkFreeable();
        flushAll();
        agreement.barrier();
        rma.enter();
        try {
            rma.remove(number);
        } finally {
            rma.exit();
        }
        if (region != null) {
            region.close();
        }
    }

    // ---- completion --------------------------------------------------------------------------------------------

    /** A message is about to be sent behind which the target has nothing more to serve. */
    void clean(int target) {
        dirty[target] = false;
    }

    /** Something is under way to a target that is not reached. */
    void touched(int target) {
        dirty[target] = true;
    }

    /** A reply is awaited. */
    Pending expect(Pending one) {
        rma.expect(one);
        awaited[one.target]++;
        outstanding++;
        return one;
    }

    /** True while a reply of a target has not come. */
    boolean awaits(int target) {
        return awaited[target] > 0;
    }

    void replied(int target) {
        awaited[target]--;
        outstanding--;
    }

    void sends(int target) {
        sending[target]++;
        outstanding++;
    }

    void sent(int target) {
        sending[target]--;
        outstanding--;
    }

    void refused(EngineException why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    /** Asks a target for a reply, which comes when it has served all before. */
    void ask(int target, int kind) {
        Pending one = new Pending(rma.cache, this, target, null);
        one.set(null, 0, 0, TypeLayout.BYTE);
        expect(one);
        rma.send(world(target), Kind.envelope(kind, number, one.handle));
    }

    void askForFlush(int target) {
        rma.enter();
        try {
            if (dirty[target]) {
                dirty[target] = false;
                ask(target, Kind.FLUSH);
            }
        } finally {
            rma.exit();
        }
    }

    void awaitQuiet(int target) {
        if (awaited[target] + sending[target] > 0) {
            rma.await(() -> awaited[target] + sending[target] == 0, "rank " + world(target) + " to serve " + place());
        }
    }

    void awaitQuiet() {
        if (outstanding > 0) {
            rma.await(() -> outstanding == 0, "other ranks to serve " + place());
        }
    }

    private String place() {
        return "one-sided operations on window " + number;
    }

    /** Completes all operations at all targets. */
    private void flushAll() {
        VarHandle.fullFence();
        for (int target = 0; target < dirty.length; target++) {
            askForFlush(target);
        }
        awaitQuiet();
    }

    void throwRefusal() {
        EngineException why = refusal;
        if (why != null) {
            refusal = null;
            throw why;
        }
    }

    /** Completes the operations on one target, there and here (MPI_Win_flush). */
    public void flush(int target) {
        epochs.checkPassive(target);
        VarHandle.fullFence();
        if (controls[target] == null) {
            askForFlush(target);
            awaitQuiet(target);
            throwRefusal();
        }
    }

    /** Completes all operations, there and here (MPI_Win_flush_all). */
    public void flushEverywhere() {
        epochs.checkPassive();
        flushAll();
        throwRefusal();
    }

    /** Completes the operations on one target here (MPI_Win_flush_local). */
    public void flushLocal(int target) {
        epochs.checkPassive(target);
        awaitQuiet(target);
    }

    /** Completes all operations here (MPI_Win_flush_local_all). */
    public void flushLocal() {
        epochs.checkPassive();
        awaitQuiet();
    }

    /** Lets this rank see what others have written, and serves them (MPI_Win_sync). */
    public void sync() {
        VarHandle.fullFence();
        rma.round();
    }

    // ---- fence -------------------------------------------------------------------------------------------------

    /** Completes all operations of all ranks (MPI_Win_fence, section 12.5.1). */
    public void fence(int assertions) {
        checkAssertions(assertions, NOPRECEDE | NOPUT | NOSTORE | NOSUCCEED, "NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED");
        epochs.checkFence();
        flushAll();
        agreement.barrier();
        VarHandle.fullFence();
        epochs.fenced((assertions & NOSUCCEED) == 0);
        throwRefusal();
    }

    static void checkAssertions(int given, int allowed, String words) {
        if ((given & ~allowed) != 0) {
            throw new EngineException(
                    RmaErrors.ASSERT, "the assertion is " + given + "; expected 0, or a sum of " + words);
        }
    }

    // ---- post, start, complete, wait ---------------------------------------------------------------------------

    /** Begins an exposure epoch for some origins (MPI_Win_post, section 12.5.2). */
    public void post(int[] origins, int assertions) {
        checkAssertions(assertions, NOCHECK | NOSTORE | NOPUT, "NOCHECK, NOSTORE, NOPUT");
        epochs.checkPost();
        VarHandle.fullFence();
        epochs.posted(origins);
        if ((assertions & NOCHECK) == 0) {
            notify(origins, Kind.POST);
        }
    }

    private void notify(int[] ranks, int kind) {
        rma.enter();
        try {
            for (int one : ranks) {
                if (one != rank) {
                    rma.send(world(one), Kind.envelope(kind, number, 0));
                } else if (kind == Kind.POST) {
                    posts[rank]++;
                } else {
                    completes[rank]++;
                }
            }
        } finally {
            rma.exit();
        }
    }

    void posted(int peer) {
        posts[core.rankOf(peer)]++;
    }

    void completed(int peer) {
        completes[core.rankOf(peer)]++;
    }

    /** Begins an access epoch on some targets, once they have posted (MPI_Win_start). */
    public void start(int[] targets, int assertions) {
        checkAssertions(assertions, NOCHECK, "NOCHECK");
        epochs.checkStart();
        if ((assertions & NOCHECK) == 0) {
            rma.await(() -> takeAll(posts, targets), "other ranks to call post on window " + number);
        }
        epochs.started(targets);
    }

    /** Takes one of each rank's notices if all have given one. */
    private static boolean takeAll(int[] notices, int[] ranks) {
        for (int one : ranks) {
            if (notices[one] == 0) {
                return false;
            }
        }
        for (int one : ranks) {
            notices[one]--;
        }
        return true;
    }

    /** Ends the access epoch; its operations are complete here (MPI_Win_complete). */
    public void complete() {
        int[] targets = epochs.checkComplete();
        VarHandle.fullFence();
        notify(targets, Kind.COMPLETE);
        if (own.isDynamic()) {
            // Refusals come before the reply.
            flushAll();
        }
        awaitQuiet();
        for (int target : targets) {
            dirty[target] = false;
        }
        epochs.completed();
        throwRefusal();
    }

    /** Ends the exposure epoch, once all origins have ended theirs (MPI_Win_wait). */
    public void waitFor() {
        int[] origins = epochs.checkExposed("waitFor");
        rma.await(() -> takeAll(completes, origins), "other ranks to call complete on window " + number);
        VarHandle.fullFence();
        epochs.concealed();
    }

    /** Ends the exposure epoch if all origins have ended theirs (MPI_Win_test). */
    public boolean test() {
        int[] origins = epochs.checkExposed("test");
        rma.round();
        rma.enter();
        try {
            if (!takeAll(completes, origins)) {
                return false;
            }
        } finally {
            rma.exit();
        }
        VarHandle.fullFence();
        epochs.concealed();
        return true;
    }
}
