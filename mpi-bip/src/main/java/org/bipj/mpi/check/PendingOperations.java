package org.bipj.mpi.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import mpi.Comm;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Prequest;
import mpi.Request;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.CallFacts.Kind;
import org.jspecify.annotations.Nullable;

/** The operations that a rank has started and not completed, and the memory that belongs to them meanwhile. */
final class PendingOperations {
    /** So many waits for the same inactive request are a loop. */
    private static final int LOOP = 1000;

    /** A persistent request that is not freed. */
    private static final class Prepared {
        final MpiCall made;
        /** True once a wait that finds it inactive is no news: after its first start, or after a warning. */
        boolean mayBeIdle;

        int idleWaits;

        Prepared(MpiCall made) {
            this.made = made;
            // Composes the text now: the place in it is that of the running call.
            String _ = made.toString();
        }
    }

    private final MpiProcess process;
    private final Findings findings;
    private final UnmatchedMessages messages;
    private final CallTexts texts;
    /** In the order of their calls, as all that is told in lists. */
    private final Map<Request, PendingOperation> active = new LinkedHashMap<>();

    private final MemoryInUse<PendingOperation> memory = new MemoryInUse<>();
    private final OwnStores stores;
    private final Accesses accesses;
    private final Map<Request, Prepared> persistent = new LinkedHashMap<>();
    /** Where persistent requests were freed. */
    private final Map<Request, String> freed = new WeakHashMap<>();

    PendingOperations(MpiProcess process, Findings findings, UnmatchedMessages messages, CallTexts texts) {
        this.process = process;
        this.findings = findings;
        this.messages = messages;
        this.texts = texts;
        stores = new OwnStores(process, findings, messages);
        accesses = new Accesses(process, findings, messages, memory, stores);
    }

    // ---- before a call -------------------------------------------------------------------------------------------

    void before(MpiCall call) {
        stores.before(call);
        boolean starts = isStart(call);
        for (Request request : call.requests()) {
            if (request instanceof Prequest) {
                checkPersistent(call, request, starts);
            }
        }
        if (call.form() != MpiCall.Form.PERSISTENT && !isPreparing(call)) {
            checkBuffers(call, call);
        }
        if (call.op() != null && call.operation() != null) {
            checkOperand(call);
        }
        accesses.before(call);
    }

    /** The library reduces the elements of a derived type; MPI defines predefined operations for predefined types only. */
    private void checkOperand(MpiCall call) {
        if (process.isPredefined(call.op()) && call.buffers().stream().anyMatch(MpiBuffer::isOfDerivedType)) {
            findings.warning(
                    "extension",
                    "a predefined operation on a derived type is an extension of this library (MPI 4.1, 6.9.2): "
                            + texts.text(call));
        }
    }

    /** True for the start of a persistent operation. */
    static boolean isStart(MpiCall call) {
        return Facts.of(call) == CallFacts.START;
    }

    private static boolean isPreparing(MpiCall call) {
        return Facts.method(call).form() == CallFacts.Form.PREPARED;
    }

    private void checkPersistent(MpiCall call, Request request, boolean starts) {
        String end = freed.get(request);
        if (end != null && starts) {
            findings.error(
                    "freed-handle", "a persistent request is used after it was freed", List.of(end, call.toString()));
        } else if (end != null && !isHarmless(call)) {
            findings.warning(
                    "freed-handle", "a persistent request is waited for after it was freed: " + end + "; " + call);
        }
        PendingOperation pending = active.get(request);
        Prepared prepared = persistent.get(request);
        if (starts) {
            if (pending != null) {
                findings.error(
                        "started-twice",
                        "a persistent request is started while it is active: a wait or test must come between",
                        List.of(pending.start, call.toString()));
            }
            if (prepared != null) {
                prepared.mayBeIdle = true;
                prepared.idleWaits = 0;
                checkBuffers(call, prepared.made);
            }
        } else if (prepared != null && pending == null && isIdleWait(call)) {
            checkIdleWait(call, prepared);
        }
    }

    /** A wait for a request that was started before, or for one of several, is legal: a program may start some of them only. */
    private void checkIdleWait(MpiCall call, Prepared prepared) {
        if (!prepared.mayBeIdle && Facts.of(call) == CallFacts.WAIT) {
            prepared.mayBeIdle = true;
            findings.warningNow(
                    "inactive-request",
                    "a request is waited for that was never started: " + prepared.made + "; " + call);
        }
        if (++prepared.idleWaits == LOOP) {
            findings.warning(
                    "inactive-request",
                    "an inactive request has been waited for " + LOOP + " times, and was not started: " + prepared.made
                            + "; " + call);
        }
    }

    /** True for calls that have no effect on a null request: programs for Open MPI's bindings free twice. */
    private static boolean isHarmless(MpiCall call) {
        CallFacts facts = Facts.of(call);
        return facts == CallFacts.FREE_REQUEST || facts == CallFacts.CANCEL;
    }

    /** True for a wait or test that has nothing to wait for. An inactive request among active ones may be in an array for long. */
    private boolean isIdleWait(MpiCall call) {
        for (Request request : call.requests()) {
            if (request != null && process.isActive(request)) {
                return false;
            }
        }
        return isWait(call);
    }

    private static boolean isWait(MpiCall call) {
        return !isHarmless(call) && Facts.of(call) != CallFacts.CLOSE_REQUEST;
    }

    /**
     * Checks that no operation under way uses this memory, and that the operation itself does not use it twice.
     *
     * @param made the call that has described the operation: another one where a persistent operation is started
     */
    private void checkBuffers(MpiCall call, MpiCall made) {
        for (MpiBuffer buffer : made.buffers()) {
            MemoryInUse.Use<PendingOperation> other = memory.conflict(buffer);
            if (other != null) {
                String use = other.by().use(other.buffer());
                findings.error(
                        "buffer-in-use",
                        "memory that " + use + " is " + (buffer.isWritten() ? "written" : "read") + " by another call",
                        List.of(other.by().start, call.toString()));
            }
        }
        checkOwnOverlap(call, made);
    }

    private void checkOwnOverlap(MpiCall call, MpiCall made) {
        List<MpiBuffer> buffers = made.buffers();
        for (int i = 0; i < buffers.size(); i++) {
            for (int j = 0; j < i; j++) {
                MpiBuffer one = buffers.get(i);
                MpiBuffer other = buffers.get(j);
                boolean inPlace = made.op() != null && one.isWritten() != other.isWritten() && one.beginsAt(other);
                if ((one.isWritten() || other.isWritten()) && !inPlace && one.overlaps(other)) {
                    String which = one.isWritten() && other.isWritten()
                            ? "two parts of the receive buffer overlap"
                            : "send and receive buffer overlap";
                    findings.error("overlapping-buffers", which, List.of(call.toString()));
                }
            }
        }
    }

    // ---- after a call --------------------------------------------------------------------------------------------

    void after(MpiCall call) {
        accesses.after(call);
        if (call.requests().length > 0) {
            afterRequests(call);
        } else if (!(call.result() instanceof Request)) {
            accesses.receives(call, null);
        }
        if (call.result() instanceof Prequest made) {
            persistent.put(made, new Prepared(call));
        } else if (call.result() instanceof Request made && call.requests().length == 0 && process.isActive(made)) {
            Object text = call.target() == null ? texts.text(call) : call;
            begin(made, new PendingOperation(call, text.toString()));
        }
        stores.after(call);
    }

    private void afterRequests(MpiCall call) {
        CallFacts facts = Facts.of(call);
        if (facts == CallFacts.FREE_REQUEST) {
            for (Request request : call.requests()) {
                checkFreed(request, call);
                if (!process.isActive(request)) {
                    end(request);
                }
                if (persistent.remove(request) != null) {
                    freed.put(request, call.toString());
                }
            }
            return;
        }
        for (int i = 0; i < call.requests().length; i++) {
            Request request = call.requests()[i];
            if (request == null) {
                continue;
            }
            PendingOperation pending = active.get(request);
            boolean isActive = process.isActive(request);
            if (pending != null && isActive && facts == CallFacts.CANCEL && call.failure() == null) {
                pending.cancelled = "; cancelled by " + call + ", after which a wait or test has to follow";
            } else if (pending != null && isActive && facts.kind() == Kind.TESTS && hasSucceeded(call)) {
                // Complete, though the request is active: the program may use its memory.
                stores.ends(pending);
            } else if (pending != null && !isActive) {
                end(request);
                checkUnchanged(pending, call);
                messages.ended(pending.made, pending, call.status(i));
            } else if (pending == null && isActive && persistent.get(request) != null) {
                MpiCall made = persistent.get(request).made;
                PendingOperation started = new PendingOperation(made, made.describe() + ", started at " + call.place());
                begin(request, started);
                messages.started(made, started.start);
            }
        }
    }

    private static boolean hasSucceeded(MpiCall call) {
        return call.result() != null && !Boolean.FALSE.equals(call.result());
    }

    /** A receive that was cancelled before may be freed (MPI 4.1 section 3.8.4). */
    private void checkFreed(Request request, MpiCall end) {
        PendingOperation pending = active.get(request);
        if (pending != null && pending.isReceive() && pending.cancelled.isEmpty() && end.failure() == null) {
            findings.warning(
                    "freed-receive",
                    "a receive is freed while it is active: nothing tells when its buffer may be used: " + pending
                            + "; " + end);
        }
    }

    private void begin(Request request, PendingOperation pending) {
        active.put(request, pending);
        accesses.receives(pending.made, pending);
        pending.buffers.forEach(buffer -> memory.add(buffer, pending));
        pending.watch(process, request);
        if (Facts.of(pending.made) != CallFacts.PARTITIONED_RECV) {
            stores.begins(pending, request);
        }
    }

    private void end(Request request) {
        PendingOperation pending = active.remove(request);
        if (pending != null) {
            pending.isOver = true;
            stores.ends(pending);
            pending.buffers.forEach(memory::remove);
        }
    }

    private void checkUnchanged(PendingOperation pending, MpiCall end) {
        List<String> calls = pending.changed(end);
        if (calls != null) {
            findings.error(
                    "changed-while-pending",
                    "the buffer of a " + pending.what(false) + " was changed between its start and its completion",
                    calls);
        }
        if (pending.isStoredInto()) {
            findings.error(
                    "changed-while-pending",
                    "the buffer of a receive was changed between its start and the arrival of its message",
                    List.of(pending.start, end.toString()));
        }
    }

    /** True if persistent requests may receive messages in a communicator, even if its handle is freed. */
    boolean receivesLater(Comm comm) {
        return receivesLater(process.context(comm));
    }

    /** The same by the communicator's context. */
    boolean receivesLater(int context) {
        return persistent.values().stream()
                .anyMatch(
                        each -> each.made.recvTag() != MpiCall.NONE && process.context(each.made.handle()) == context);
    }

    /** The active operation of a request; null if it is not known. */
    @Nullable
    PendingOperation pending(Request request) {
        return active.get(request);
    }

    /** The receives that a call waits for. */
    List<PendingOperation> waitedFor(MpiCall call) {
        List<PendingOperation> all = new ArrayList<>();
        for (Request request : call.requests()) {
            PendingOperation pending = active.get(request);
            if (pending != null && pending.made.recvTag() != MpiCall.NONE) {
                all.add(pending);
            }
        }
        return all;
    }

    // ---- at the end ----------------------------------------------------------------------------------------------

    /**
     * The rank ends its use of some handles.
     *
     * @param end by which call, a sentence without an end
     */
    void ending(String end, Predicate<@Nullable Object> handles) {
        List<String> left = new ArrayList<>();
        active.values().stream()
                .filter(pending -> handles.test(pending.made.handle()))
                .forEach(pending -> left.add(pending.start + pending.cancelled));
        if (!left.isEmpty()) {
            findings.error(
                    "active-requests",
                    end + " while " + left.size() + (left.size() == 1 ? " request is" : " requests are")
                            + " active: no wait or test has completed " + (left.size() == 1 ? "it" : "them"),
                    left.subList(0, Math.min(left.size(), 20)));
        }
        accesses.ending(end, handles);
        persistent.values().removeIf(each -> {
            boolean ends = handles.test(each.made.handle());
            if (ends) {
                findings.warning("not-freed", "persistent request: " + each.made);
            }
            return ends;
        });
    }
}
