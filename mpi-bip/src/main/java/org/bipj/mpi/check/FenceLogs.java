package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Win;
import org.bipj.mpi.op.Operation;
import org.jspecify.annotations.Nullable;

/**
 * What the ranks of a node do with each other's memory between two fences: each notes its own operations, and after the fence the target
 * looks for those of different ranks that overlap. Operations under locks have no such end that all know of.
 *
 * <pre>
 * header    operations so far
 * entries   window (0: being written) | epoch | target | kind | first byte | one past the last | place of the text |
 *           second number of the window's key | types of its elements (0: any) | operation of an accumulate (0: any)
 * </pre>
 */
final class FenceLogs {
    private static final String LOG = "check-updates-";
    private static final int ENTRIES = 512;
    private static final int HEADER = 64;
    private static final int ENTRY = 72;
    private static final int EPOCH = 8;
    private static final int TARGET = 16;
    private static final int KIND = 20;
    private static final int FROM = 24;
    private static final int TO = 32;
    private static final int TEXT = 40;
    private static final int SECOND = 48;
    private static final int TYPE = 56;
    private static final int OPERATION = 64;
    private static final long SIZE = HEADER + (long) ENTRIES * ENTRY;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final MpiProcess process;
    private final Findings findings;
    private final UnmatchedMessages messages;
    private final Map<Integer, MemorySegment> logs = new HashMap<>();
    /** Fences so far, by what all ranks call the window: a later one of the same name goes on where an earlier one has ended. */
    private final Map<Key, Long> epochs = new HashMap<>();

    /** An operation of another rank. */
    private record Update(int rank, AccessKind kind, long from, long to, int text, long type, long operation) {
        /** True if both are accumulates whose order is seen: each is atomic, but not both together (MPI 4.1 section 12.7.1). */
        boolean mixesWith(Update other) {
            return operation != 0 && other.operation != 0 && (operation != other.operation || type != other.type);
        }
    }

    FenceLogs(MpiProcess process, Findings findings, UnmatchedMessages messages) {
        this.process = process;
        this.findings = findings;
        this.messages = messages;
    }

    private @Nullable MemorySegment log(int rank) {
        return process.job().isNear(rank) ? logs.computeIfAbsent(rank, of -> process.shared(LOG + of, SIZE)) : null;
    }

    /**
     * Notes an operation of this rank.
     *
     * @param key the window's; null: none
     * @param target what it uses of its target
     */
    void add(@Nullable Key key, Win win, MpiCall call, MpiBuffer target) {
        MemorySegment log = target.isDense() && target.bytes() > 0 ? log(process.rank()) : null;
        if (log == null || key == null) {
            return;
        }
        long number = (long) LONG.get(log, 0L);
        long at = HEADER + number % ENTRIES * ENTRY;
        LONG.setRelease(log, at, 0L);
        VarHandle.storeStoreFence();
        log.set(ValueLayout.JAVA_LONG, at + EPOCH, epochs.getOrDefault(key, 0L));
        log.set(ValueLayout.JAVA_INT, at + TARGET, process.world(win, call.dest()));
        log.set(ValueLayout.JAVA_INT, at + KIND, AccessKind.of(call).ordinal());
        log.set(ValueLayout.JAVA_LONG, at + FROM, target.lowest());
        log.set(ValueLayout.JAVA_LONG, at + TO, target.highest());
        log.set(ValueLayout.JAVA_INT, at + TEXT, messages.text(call));
        log.set(ValueLayout.JAVA_LONG, at + SECOND, key.second());
        log.set(ValueLayout.JAVA_LONG, at + TYPE, target.elements());
        log.set(ValueLayout.JAVA_LONG, at + OPERATION, operation(call));
        LONG.setRelease(log, at, key.first());
        LONG.setRelease(log, 0L, number + 1);
    }

    /** A number for the operation of an accumulate; 0 for what may stand beside any. */
    private static long operation(MpiCall call) {
        String name = call.op() == null || AccessKind.of(call) != AccessKind.ACCUMULATE
                ? Operation.NO_OP.name()
                : call.op().toString();
        return name.equals(Operation.NO_OP.name()) ? 0 : Key.mix(name.hashCode());
    }

    /**
     * A fence has ended an epoch: tells what overlaps in this rank's memory.
     *
     * @param receives of the rank into that memory
     */
    void ended(@Nullable Key key, Win win, WindowReceives receives) {
        if (key == null) {
            return;
        }
        long epoch = epochs.merge(key, 1L, Long::sum) - 1;
        List<Update> all = new ArrayList<>();
        for (int rank : process.members(win)) {
            MemorySegment log = log(rank);
            if (log != null) {
                collect(log, rank, key, epoch, all);
            }
        }
        for (Update update : all) {
            if (update.kind != AccessKind.GET) {
                receives.in(update.from, update.to).forEach(receive -> tell(update, receive));
            }
        }
        receives.forgetOver();
        long own = process.elements(win);
        all.stream()
                .filter(update -> own != 0 && update.type != 0 && update.type != own)
                .forEach(update -> findings.warning(
                        "other-elements",
                        "rank " + update.rank + "'s " + text(update) + " uses memory of rank " + process.rank()
                                + " that is " + process.memoryWords(win)));
        all.sort(Comparator.comparingLong(Update::from));
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size() && all.get(j).from < all.get(i).to; j++) {
                Update one = all.get(i);
                Update other = all.get(j);
                if (one.rank != other.rank && one.kind.conflicts(other.kind)) {
                    tell(one, other);
                } else if (one.rank != other.rank && one.mixesWith(other)) {
                    findings.warning(
                            "mixed-accumulates",
                            "rank " + one.rank + "'s " + text(one) + " and rank " + other.rank + "'s " + text(other)
                                    + " use the same memory of rank " + process.rank()
                                    + " in one epoch, with different types or operations");
                }
            }
        }
    }

    private void collect(MemorySegment log, int rank, Key key, long epoch, List<Update> all) {
        long number = (long) LONG.getAcquire(log, 0L);
        for (long i = number - 1; i >= Math.max(0, number - ENTRIES); i--) {
            long at = HEADER + i % ENTRIES * ENTRY;
            if ((long) LONG.getAcquire(log, at) != key.first()) {
                continue;
            }
            boolean isOfWindow = log.get(ValueLayout.JAVA_LONG, at + SECOND) == key.second();
            long of = log.get(ValueLayout.JAVA_LONG, at + EPOCH);
            int target = log.get(ValueLayout.JAVA_INT, at + TARGET);
            Update update = new Update(
                    rank,
                    AccessKind.values()[log.get(ValueLayout.JAVA_INT, at + KIND)],
                    log.get(ValueLayout.JAVA_LONG, at + FROM),
                    log.get(ValueLayout.JAVA_LONG, at + TO),
                    log.get(ValueLayout.JAVA_INT, at + TEXT),
                    log.get(ValueLayout.JAVA_LONG, at + TYPE),
                    log.get(ValueLayout.JAVA_LONG, at + OPERATION));
            VarHandle.loadLoadFence();
            // Another entry in its place may be one of the same window.
            boolean isWhole = isOfWindow && (long) LONG.getAcquire(log, 0L) < i + ENTRIES;
            if (isWhole && of < epoch) {
                return;
            }
            if (isWhole && of == epoch && target == process.rank()) {
                all.add(update);
            }
        }
    }

    private @Nullable String text(Update of) {
        return messages.text(of.rank, of.text);
    }

    private void tell(Update one, Update other) {
        tell(one, other.rank, messages.text(other.rank, other.text));
    }

    private void tell(Update update, WindowReceives.Receive receive) {
        tell(update, process.rank(), receive.said());
    }

    private void tell(Update one, int rank, @Nullable Object other) {
        findings.warning(
                "overlapping-updates",
                "rank " + one.rank + "'s " + messages.text(one.rank, one.text) + " and rank " + rank + "'s " + other
                        + " use the same memory of rank " + process.rank() + " in one epoch");
    }
}
