package mpi;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Signature;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.WaitObserver;
import org.bipj.mpi.engine.WaitState;
import org.jspecify.annotations.Nullable;

/** The rank that an {@link MpiListener} belongs to. */
public final class MpiProcess {
    private final MpiRank runtime;

    MpiProcess(MpiRank runtime) {
        this.runtime = runtime;
    }

    /** Rank in COMM_WORLD. */
    public int rank() {
        return runtime.job().rank();
    }

    /** What a process is called in reports, by its rank in COMM_WORLD; those of other jobs have numbers from {@link #size} on. Internal. */
    public String named(int rank) {
        return runtime.job().named(rank);
    }

    /** Number of ranks in COMM_WORLD. */
    public int size() {
        return runtime.job().size();
    }

    /** True from the start of the operation until a wait or test has reported its completion. */
    public boolean isActive(Request request) {
        return request.isActive();
    }

    /** True for the request of a receive that no message has matched yet. Internal. */
    public boolean isUnmatched(Request request) {
        return request.isUnmatchedReceive();
    }

    /**
     * Runs a step when a message matches the receive that a request is of, before the first byte of it is stored. Internal.
     *
     * @return false, and the step is not run, if a message has matched already, the request is of something else, or the job is not checked
     */
    public boolean onMatch(Request request, Runnable step) {
        return request.onMatch(step);
    }

    /** True for the request of a send that is not complete. Internal. */
    public boolean isUnfinishedSend(Request request) {
        return request.isUnfinishedSend();
    }

    /** What the rank's messages go through. Internal. */
    @SuppressWarnings("exports")
    public Engine engine() {
        return runtime.engine();
    }

    /**
     * Shows the rank's waits to an observer. Internal.
     *
     * @return null if they cannot be seen: the job is not checked, or several threads may call
     */
    @SuppressWarnings("exports")
    public @Nullable WaitState watch(WaitObserver observer) {
        return runtime.watch(observer);
    }

    /**
     * Ends the whole job. Does not return.
     *
     * @param code exit code of the job, 1 to 255
     * @param reason text that the launcher prints with the rank's number
     */
    public void abort(int code, String reason) {
        runtime.job().abort(code, reason);
    }

    /** The rank's membership in the job. Internal. */
    public Job job() {
        return runtime.job();
    }

    /**
     * Memory of this name that the ranks of the job on this node share beside their messages, zeroed by whoever asked first.
     *
     * @return null if there is none
     */
    public @Nullable MemorySegment shared(String name, long bytes) {
        return runtime.job().shared(name, bytes);
    }

    /**
     * A message to the program that no receive has matched.
     *
     * @param context of its communicator, see {@link #context}
     * @param source the sender's rank in COMM_WORLD
     * @param tag its tag
     * @param bytes its length
     */
    public record Unreceived(int context, int source, int tag, long bytes) {}

    /** Messages to the program that no receive has matched, those of one communicator in the order in which they came. */
    public List<Unreceived> unreceived() {
        return runtime.unreceived().stream()
                .map(one -> new Unreceived(one.context(), one.source(), one.tag(), one.bytes()))
                .toList();
    }

    /**
     * A number that all processes of a communicator or window share, and no other one of theirs has at the same time; negative for
     * a null one.
     */
    public int context(@Nullable Object handle) {
        CommCore core = core(handle);
        return core == null ? -1 : core.context();
    }

    /**
     * An object that all handles of one communicator or window share, and that no other one has, neither now nor later; null for a null
     * one.
     */
    public @Nullable Object identity(@Nullable Object handle) {
        return core(handle);
    }

    /** This process's memory in a window; null if it is none: a dynamic window, or one that was freed. */
    public @Nullable MpiBuffer memory(Win win) {
        return win.isNull() ? null : win.ownMemory();
    }

    /** That memory, if only this process's program stores there outside of calls; else null. Internal. */
    public @Nullable MemorySegment unsharedMemory(Win win) {
        return win.isNull() ? null : win.unsharedMemory();
    }

    /** True if an operation on a process's memory in a window is complete when its call returns. Internal. */
    public boolean isImmediate(Win win, int rank) {
        return !runtime.job().isVirtual() && !win.isNull() && win.reaches(rank);
    }

    /** True while this process locks another one's memory in a window exclusively. Internal. */
    public boolean locksAlone(Win win) {
        return !win.isNull() && win.locksAlone();
    }

    /** A number for the type of the elements of this rank's memory in a window, as {@link MpiBuffer#elements} has it; 0: bytes, or none. */
    public long elements(Win win) {
        ElementKind kind = win.isNull() ? null : win.elements();
        return kind == null || kind == ElementKind.BYTE
                ? 0
                : Signature.basic(kind, 1).digest(Long.BYTES);
    }

    /** That memory in words. */
    public String memoryWords(Win win) {
        return win.memoryWords();
    }

    /** True for a communicator, window or file that belongs to a session: the rank may go on with it after Finalize. */
    public boolean isOfSession(@Nullable Object handle) {
        return session(handle) != null;
    }

    /** True for a communicator, window or file that belongs to this session. */
    public boolean isOf(Session session, @Nullable Object handle) {
        return session(handle) == session;
    }

    private static @Nullable Session session(@Nullable Object handle) {
        if (handle instanceof Comm comm) {
            return comm.session();
        } else if (handle instanceof Win win) {
            return win.comm().session();
        }
        return handle instanceof File file ? file.session() : null;
    }

    /** True for the context of a communicator of this session, which is open. */
    public boolean isOf(Session session, int context) {
        return runtime.isOf(session, context);
    }

    /** True while the rank uses MPI: between Init and Finalize, or while it has an open session. */
    public boolean isOpen() {
        return runtime.isOpen();
    }

    /** True for the context of a communicator of a session that is open. */
    public boolean isOfSession(int context) {
        return runtime.isOfSession(context);
    }

    /**
     * The ranks in COMM_WORLD of all processes of a communicator or window, in an intercommunicator those of both groups. Processes of other
     * jobs have numbers above them.
     */
    public int[] members(@Nullable Object handle) {
        CommCore core = core(handle);
        return core == null ? new int[0] : core.whole().worldRanks();
    }

    /** The rank in COMM_WORLD of a rank of a communicator or window, of its remote group, if it has one; -1 for a process of another job. */
    public int world(@Nullable Object handle, int rank) {
        int world = member(handle, rank);
        return world < size() ? world : -1;
    }

    /** As {@link #world}, also for processes of other jobs, by the numbers that {@link #members} has. */
    public int member(@Nullable Object handle, int rank) {
        CommCore core = core(handle);
        return core == null || rank < 0 || rank >= core.size() ? -1 : core.world(rank);
    }

    /** True for a process, of whatever job, that has the same {@link #shared(String, String, long)} memory. Internal. */
    public boolean isNear(int number) {
        Connections others = number < size() ? null : runtime.job().connections();
        return others == null ? number < size() && runtime.job().isNear(number) : others.isNear(number);
    }

    /** The name of a process, which is the same in all jobs that are connected. Internal. */
    @SuppressWarnings("exports")
    public ProcessName name(int number) {
        Connections others = runtime.job().connections();
        return others == null ? new ProcessName("", number) : others.name(number);
    }

    /** As {@link #shared(String, long)}, of another job, by its address; it ends when that is disconnected. Internal. */
    public @Nullable MemorySegment shared(String job, String name, long bytes) {
        Connections others = runtime.job().connections();
        return others == null ? null : others.shared(job, name, bytes);
    }

    /** Where the program has made a datatype; null if it is freed, or predefined, or older than all listeners. */
    public @Nullable String place(Datatype type) {
        return type.place();
    }

    /** True if a status is that of a message with values of several types. */
    public boolean isOfMixture(Status status) {
        return Signature.isOfMixture(status.signature());
    }

    /** True for the reductions that {@link MPI} defines, false for the program's own. */
    public boolean isPredefined(@Nullable Op op) {
        return op != null && op.predefined() != null;
    }

    /** Length of the message that a status is of, in bytes. */
    public long bytes(Status status) {
        return status.bytes();
    }

    private static @Nullable CommCore core(@Nullable Object handle) {
        if (handle instanceof Comm comm) {
            return comm.coreOrNull();
        }
        return handle instanceof Win win ? win.comm().coreOrNull() : null;
    }

    MpiRank runtime() {
        return runtime;
    }
}
