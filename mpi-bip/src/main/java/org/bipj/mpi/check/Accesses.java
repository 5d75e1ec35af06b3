package org.bipj.mpi.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Status;
import mpi.Win;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * One-sided operations until the end of their epoch: their memory at this rank, and what they update at others (MPI 4.1 sections 12.3
 * and 12.7).
 */
final class Accesses {
    /** Operations that are told one by one. */
    private static final int MOST_TOLD = 20;

    /** Operations on a window. */
    private static final class Epoch {
        /** What all ranks call it; null: nothing. */
        final @Nullable Key key;

        final List<PendingOperation> pending = new ArrayList<>();
        /** By target. */
        final Map<Integer, Updates> updates = new HashMap<>();
        /** Into the rank's own memory of the window. */
        final WindowReceives receives = new WindowReceives();
        /** Epochs that are open and are no fence's. */
        int open;

        Epoch(@Nullable Key key) {
            this.key = key;
        }
    }

    private final MpiProcess process;
    private final Findings findings;
    private final MemoryInUse<PendingOperation> memory;
    private final FenceLogs fences;
    private final OwnStores stores;
    private final Map<Win, Epoch> epochs = new IdentityHashMap<>();

    /**
     * Rules of one rank.
     *
     * @param memory of all its operations
     * @param stores of its program
     */
    Accesses(
            MpiProcess process,
            Findings findings,
            UnmatchedMessages messages,
            MemoryInUse<PendingOperation> memory,
            OwnStores stores) {
        this.stores = stores;
        this.process = process;
        this.findings = findings;
        this.memory = memory;
        fences = new FenceLogs(process, findings, messages);
    }

    void before(MpiCall call) {
        if (!epochs.isEmpty()) {
            epochs.values().forEach(epoch -> epoch.receives.before(call));
        }
        if (!(call.handle() instanceof Win win)) {
            return;
        }
        Epoch epoch = epoch(win);
        MpiBuffer target = accessed(call);
        CallFacts facts = Facts.of(call);
        if (facts.completesHere()) {
            checkUnchanged(epoch, call);
            if (facts == CallFacts.FREE_WIN) {
                checkFenced(epoch, "a window is freed", call);
            }
        } else if (target != null) {
            MpiCall other = epoch.updates
                    .computeIfAbsent(call.dest(), first -> new Updates())
                    .add(call, target);
            if (other != null) {
                findings.warning(
                        "overlapping-updates",
                        other + " and " + call + " use the same memory of rank " + process.world(win, call.dest())
                                + " in one epoch");
            }
            if (epoch.open == 0) {
                fences.add(epoch.key, win, call, target);
            }
            stores.accesses(epoch.key, win, call, target);
        }
    }

    private Epoch epoch(Win win) {
        return epochs.computeIfAbsent(win, of -> new Epoch(Key.of(process, of)));
    }

    private void checkUnchanged(Epoch epoch, MpiCall end) {
        for (PendingOperation pending : epoch.pending) {
            List<String> calls = isEndOf(end, pending.made) ? pending.changed(end) : null;
            if (calls != null) {
                findings.error(
                        "changed-while-pending",
                        "the buffer of a one-sided operation was changed between its start and the end of its epoch",
                        calls);
            }
        }
    }

    void after(MpiCall call) {
        if (!(call.handle() instanceof Win win) || call.failure() != null) {
            return;
        }
        Epoch epoch = epoch(win);
        CallFacts facts = Facts.of(call);
        if (accessed(call) != null && call.result() == null) {
            PendingOperation pending = new PendingOperation(call, call.toString());
            epoch.pending.add(pending);
            pending.buffers.forEach(buffer -> memory.add(buffer, pending));
            stores.begins(pending, null);
        } else if (facts.completesHere()) {
            complete(epoch, call);
        }
        if (facts.opensAccess()) {
            epoch.open++;
        } else if (facts.closesAccess()) {
            epoch.open--;
        } else if (facts == CallFacts.FENCE) {
            fences.ended(epoch.key, win, epoch.receives);
        } else if (facts == CallFacts.FREE_WIN) {
            epochs.remove(win);
        }
    }

    /** Only a fence ends an epoch that a fence has begun (MPI 4.1 section 12.5.1): neither free nor Finalize does. */
    private void checkFenced(Epoch epoch, String what, @Nullable MpiCall end) {
        List<String> calls = new ArrayList<>();
        for (PendingOperation pending : epoch.pending) {
            MpiBuffer target = accessed(pending.made);
            if (calls.size() < MOST_TOLD && target != null && target.bytes() > 0) {
                calls.add(pending.start);
            }
        }
        if (epoch.open > 0 || calls.isEmpty()) {
            return;
        }
        if (end != null) {
            calls.add(end.toString());
        }
        findings.error(
                "open-epoch", what + " in an epoch that no fence has ended: its operations are not complete", calls);
    }

    /** As {@link PendingOperations#ending}. */
    void ending(String end, Predicate<@Nullable Object> handles) {
        epochs.forEach((win, epoch) -> {
            if (handles.test(win)) {
                checkFenced(epoch, end, null);
            }
        });
        epochs.keySet().removeIf(handles);
    }

    /**
     * A call has received, or has begun to.
     *
     * @param pending null if it is complete
     */
    void receives(MpiCall call, @Nullable PendingOperation pending) {
        if (epochs.isEmpty() || call.comm() == null || call.failure() != null) {
            return;
        }
        long bytes = call.result() instanceof Status status && call.recvTag() != MpiCall.NONE
                ? process.bytes(status)
                : Long.MAX_VALUE;
        epochs.forEach((win, epoch) -> {
            MpiBuffer window = process.memory(win);
            for (MpiBuffer buffer : call.buffers()) {
                if (window != null && buffer.isWritten()) {
                    epoch.receives.add(pending == null ? call : pending, window, buffer, bytes, pending);
                }
            }
        });
    }

    private void complete(Epoch epoch, MpiCall end) {
        epoch.pending.removeIf(pending -> {
            boolean isOver = isEndOf(end, pending.made);
            if (isOver) {
                pending.buffers.forEach(memory::remove);
                stores.ends(pending);
            }
            return isOver;
        });
        CallFacts facts = Facts.of(end);
        if (facts.completesThere() && facts.isOfOneTarget()) {
            epoch.updates.remove(end.dest());
        } else if (facts.completesThere()) {
            epoch.updates.clear();
        }
    }

    static boolean isEndOf(MpiCall end, MpiCall access) {
        return !Facts.of(end).isOfOneTarget() || end.dest() == access.dest();
    }

    /** What a call uses of its target; null if it is no access. */
    private static @Nullable MpiBuffer accessed(MpiCall call) {
        return call.dest() == CommCore.PROC_NULL ? null : call.target();
    }

    /** What this rank does with the memory of one target in an epoch. */
    private static final class Updates {
        /** Others than these are not compared. */
        private static final int MOST = 256;

        private final MemoryInUse<MpiCall> puts = new MemoryInUse<>();
        private final List<MemoryInUse.Use<MpiCall>> gets = new ArrayList<>();
        private final List<MemoryInUse.Use<MpiCall>> accumulates = new ArrayList<>();

        /** Adds a call. Returns one that uses the same memory in a way that conflicts; null if there is none. */
        @Nullable
        MpiCall add(MpiCall call, MpiBuffer target) {
            if (target.bytes() == 0) {
                return null;
            }
            AccessKind kind = AccessKind.of(call);
            MemoryInUse.Use<MpiCall> other = puts.conflict(target);
            if (other == null && kind.conflicts(AccessKind.GET)) {
                other = find(gets, target);
            }
            if (other == null && kind.conflicts(AccessKind.ACCUMULATE)) {
                other = find(accumulates, target);
            }
            if (other != null) {
                return other.by();
            }
            keep(kind, call, target);
            return null;
        }

        private void keep(AccessKind kind, MpiCall call, MpiBuffer target) {
            List<MemoryInUse.Use<MpiCall>> same = kind == AccessKind.GET ? gets : accumulates;
            if (kind == AccessKind.PUT) {
                puts.add(target, call);
            } else if (same.size() < MOST && !endsEarly(call)) {
                same.add(new MemoryInUse.Use<>(target, call));
            }
            // Composes the text now, as in PendingOperations: the place in it is that of the running call.
            String _ = call.toString();
        }

        /** A wait for its request completes it at the target, too. */
        private static boolean endsEarly(MpiCall call) {
            CallFacts.Method method = Facts.method(call);
            return method.facts() == CallFacts.GET && !method.isBlocking();
        }

        private static MemoryInUse.@Nullable Use<MpiCall> find(List<MemoryInUse.Use<MpiCall>> uses, MpiBuffer target) {
            for (MemoryInUse.Use<MpiCall> use : uses) {
                if (use.buffer().overlaps(target)) {
                    return use;
                }
            }
            return null;
        }
    }
}
