package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Request;
import mpi.Win;
import org.bipj.core.job.WatchedArrays;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.CallPlace;
import org.jspecify.annotations.Nullable;

/**
 * What the program stores between its calls, in virtual time: the library writes memory of a rank inside of that rank's calls only, so
 * what is other than at the end of a call when the next one begins was stored by the program. Looked at are this rank's memory of windows,
 * and memory that its one-sided operations write.
 */
final class OwnStores {
    /** Windows and buffers of more bytes together are not looked at. */
    private static final long MOST_BYTES = 1 << 18;

    private static final int MOST = 256;
    /** Runs of bytes that one pair of calls has stores between. */
    private static final int MOST_RUNS = 16;

    /** Memory of a window. */
    private static final class Memory {
        final Key key;
        final int[] ranks;
        final MemorySegment now;
        /** What it held at the end of a call. */
        final MemorySegment before;

        final List<Store> stores = new ArrayList<>();

        Memory(Key key, int[] ranks, MemorySegment now) {
            this.key = key;
            this.ranks = ranks;
            this.now = now;
            before = MemorySegment.ofArray(new byte[(int) now.byteSize()]);
        }
    }

    /** A store of the program into some bytes. */
    private record Store(long from, long to, long step, CallSteps.Learnt learnt, String between) {}

    /** Tells reads of memory that an operation is about to write. */
    private final class Loads implements WatchedArrays.Watch {
        final PendingOperation pending;
        final MpiBuffer buffer;
        final @Nullable Request request;

        Loads(PendingOperation pending, MpiBuffer buffer, @Nullable Request request) {
            this.pending = pending;
            this.buffer = buffer;
            this.request = request;
        }

        @Override
        public void reads(long from, long to) {
            // Inside of a call the program's functions are given what they may read.
            if (calls == 0 && buffer.holds(from, to) && (request == null || process.isActive(request))) {
                findings.error(
                        "read-while-pending",
                        "memory that a pending " + pending.what(true) + " writes is read before that is complete",
                        List.of(pending.start, "read at " + CallPlace.ofProgram()));
            }
        }
    }

    private final MpiProcess process;
    private final Findings findings;
    private final boolean watchesLoads;
    private final Map<MpiBuffer, Loads> watches = new IdentityHashMap<>();
    private final CallSteps steps;
    private final AccessLog accesses;
    private final Map<Win, Memory> windows = new IdentityHashMap<>();
    /** Memory that operations write, and its checksum at the end of a call; 0: unknown. */
    private final Map<MpiBuffer, Long> sums = new IdentityHashMap<>();

    private final Map<MpiBuffer, PendingOperation> written = new IdentityHashMap<>();
    private long bytes;
    /** Calls under way, of several threads. */
    private int calls;
    /** True if no call was under way since {@link #last}. */
    private boolean isKnown;

    private @Nullable MpiCall last;

    OwnStores(MpiProcess process, Findings findings, UnmatchedMessages messages) {
        this.process = process;
        this.findings = findings;
        watchesLoads = WatchedArrays.isCheckOf(process.job());
        steps = new CallSteps(process);
        accesses = new AccessLog(process, messages);
    }

    // ---- what is looked at ---------------------------------------------------------------------------------------

    /**
     * An operation has begun that writes memory of this rank.
     *
     * @param request null: there is none
     */
    void begins(PendingOperation pending, @Nullable Request request) {
        for (MpiBuffer buffer : pending.buffers) {
            if (watchesLoads
                    && buffer.isWritten()
                    && buffer.base() != null
                    && buffer.base().getClass().isArray()) {
                Loads loads = new Loads(pending, buffer, request);
                watches.put(buffer, loads);
                WatchedArrays.add(buffer.base(), loads);
            }
            if (pending.made.target() != null
                    && steps.areKnown()
                    && buffer.isWritten()
                    && bytes + buffer.bytes() <= MOST_BYTES) {
                bytes += buffer.bytes();
                written.put(buffer, pending);
            }
        }
    }

    /** An operation has ended. */
    void ends(PendingOperation pending) {
        for (MpiBuffer buffer : pending.buffers) {
            Loads loads = watches.remove(buffer);
            if (loads != null) {
                WatchedArrays.remove(buffer.base(), loads);
            }
            if (written.remove(buffer) != null) {
                bytes -= buffer.bytes();
                sums.remove(buffer);
            }
        }
    }

    /** An operation is called. */
    void accesses(@Nullable Key key, Win win, MpiCall call, MpiBuffer target) {
        if (steps.areKnown() && Facts.method(call).isBlocking()) {
            accesses.add(key, win, call, target, steps.learnt());
        }
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    void before(MpiCall call) {
        if (!steps.areKnown()) {
            return;
        }
        long step = steps.next();
        CallFacts facts = Facts.of(call);
        if (isKnown && calls == 0 && last != null) {
            sums.forEach((buffer, sum) -> checkUnchanged(buffer, sum, last, call));
            // What sync makes visible to others is meant for them.
            if (facts != CallFacts.SYNC) {
                windows.values().forEach(memory -> look(memory, step, last, call));
            }
        }
        isKnown = false;
        calls++;
        if (call.handle() instanceof Win win && facts.completesHere()) {
            accesses.complete(made -> made.handle() == win && Accesses.isEndOf(call, made), step);
        }
    }

    private void checkUnchanged(MpiBuffer buffer, long sum, MpiCall from, MpiCall to) {
        if (sum != 0 && PendingOperation.isOther(buffer.checksum(), sum)) {
            PendingOperation pending = written.get(buffer);
            findings.error(
                    "changed-while-pending",
                    "memory that a pending " + pending.what(true) + " writes was changed between two calls",
                    List.of(pending.start, "changed behind " + from, "before " + to));
        }
    }

    /** Notes what was stored between two calls. */
    private void look(Memory memory, long step, MpiCall from, MpiCall to) {
        long size = memory.now.byteSize();
        long at = 0;
        for (int run = 0; run < MOST_RUNS && memory.stores.size() < MOST; run++) {
            long other = MemorySegment.mismatch(memory.now, at, size, memory.before, at, size);
            if (other < 0) {
                return;
            }
            long first = at + other;
            at = first;
            while (at < size
                    && memory.now.get(ValueLayout.JAVA_BYTE, at) != memory.before.get(ValueLayout.JAVA_BYTE, at)) {
                at++;
            }
            memory.stores.add(new Store(first, at, step, steps.learnt(), "between " + from + " and " + to));
        }
    }

    void after(MpiCall call) {
        if (!steps.areKnown()) {
            return;
        }
        CallFacts.Method method = Facts.method(call);
        steps.after(call, method);
        if (call.handle() instanceof Win win && call.failure() == null) {
            switch (method.facts()) {
                case NEW_WIN -> begin(win);
                case FENCE -> compare(windows.get(win));
                case FREE_WIN -> {
                    Memory memory = windows.remove(win);
                    compare(memory);
                    bytes -= memory == null ? 0 : memory.before.byteSize();
                }
                default -> {}
            }
        }
        calls--;
        isKnown = calls == 0 && !(windows.isEmpty() && written.isEmpty());
        if (isKnown) {
            last = call;
            // Composes the text now: the place in it is that of the running call.
            String _ = call.toString();
            windows.values().forEach(memory -> memory.before.copyFrom(memory.now));
            written.keySet().forEach(buffer -> sums.put(buffer, buffer.checksum()));
        }
    }

    private void begin(Win win) {
        MemorySegment memory = process.unsharedMemory(win);
        Key key = Key.of(process, win);
        if (memory != null && key != null && bytes + memory.byteSize() <= MOST_BYTES) {
            bytes += memory.byteSize();
            windows.put(win, new Memory(key, process.members(win), memory));
        }
    }

    /** All operations of the others are known that no fence orders with the stores so far: tells which of them meet. */
    private void compare(@Nullable Memory memory) {
        if (memory == null) {
            return;
        }
        for (Store store : memory.stores) {
            for (AccessLog.Access access : accesses.of(memory.key, memory.ranks, store.from, store.to)) {
                boolean isBefore = access.done() != 0 && access.done() <= store.learnt.step();
                if (!isBefore && steps.isUnknown(access.learnt(), store.step)) {
                    findings.warning(
                            "overlapping-updates",
                            findings.named(access.rank()) + "'s " + access.text() + " and a store of "
                                    + findings.named(process.rank()) + " " + store.between
                                    + " use the same memory of " + findings.named(process.rank())
                                    + " at the same time");
                }
            }
        }
        memory.stores.clear();
    }
}
