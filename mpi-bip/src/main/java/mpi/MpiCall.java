package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.CallPlace;
import org.bipj.mpi.call.PointToPoint;
import org.bipj.mpi.call.WindowOperation;
import org.bipj.mpi.coll.BetweenGroups;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.rma.Window;
import org.jspecify.annotations.Nullable;

/** A call of the program, as an {@link MpiListener} sees it. Valid during the two methods of the listener that get it, except for {@link #toString}. */
public final class MpiCall {
    /** The value of {@link #dest}, {@link #source}, tags and {@link #root} where a call has no such argument. */
    public static final int NONE = Integer.MIN_VALUE;

    /** How a collective operation is called. */
    public enum Form {
        /** The call does it. */
        BLOCKING,
        /** The call starts it. */
        STARTED,
        /** The call prepares it for any number of starts. */
        PERSISTENT
    }

    private static final Request[] NO_REQUESTS = {};
    private static final Status[] NO_STATUSES = {};

    private final MpiProcess process;
    private final @Nullable Object handle;
    private final String name;
    private List<MpiBuffer> buffers = new ArrayList<>(2);
    private @Nullable String operation;
    private Form form = Form.BLOCKING;
    private int dest = NONE;
    private int sendTag = NONE;
    private int source = NONE;
    private int recvTag = NONE;
    private int root = NONE;
    private @Nullable Op op;
    private long @Nullable [] counts;
    private boolean hasUnusableType;
    private @Nullable MpiBlocks sent;
    private @Nullable MpiBlocks received;
    private int @Nullable [] sources;
    private int @Nullable [] destinations;
    private @Nullable Request[] requests = NO_REQUESTS;
    private @Nullable MpiBuffer target;
    private Status[] statuses = NO_STATUSES;
    private @Nullable Object result;
    private @Nullable Throwable failure;
    private @Nullable String place;
    private @Nullable String text;

    MpiCall(MpiProcess process, @Nullable Object handle, String name) {
        this.process = process;
        this.handle = handle;
        this.name = name;
    }

    // ---- for listeners -------------------------------------------------------------------------------------------

    /** The rank that has made the call. */
    public MpiProcess process() {
        return process;
    }

    /** Name of the method, in most cases that of the Open MPI bindings where a method has several names. */
    public String name() {
        return name;
    }

    /** The object whose method is called: a {@link Comm}, {@link Win} or {@link File}; null for waits, tests and starts, and for methods of {@link MPI}. */
    public @Nullable Object handle() {
        return handle;
    }

    /** The communicator, of point-to-point and collective calls; else null. */
    public @Nullable Comm comm() {
        return handle instanceof Comm comm ? comm : null;
    }

    /** The requests of a wait, a test, a start, a cancel or a free; may hold nulls. */
    public @Nullable Request[] requests() {
        return requests;
    }

    /** Memory of the program that the operation reads or writes. In an array of requests, that is known from their own calls. */
    public List<MpiBuffer> buffers() {
        return buffers;
    }

    /** For a collective operation its name, equal for all forms: {@code bcast}; null for all other calls. */
    public @Nullable String operation() {
        return operation;
    }

    /** How a collective operation is called. */
    public Form form() {
        return form;
    }

    /** Destination of a send, target of a one-sided operation. */
    public int dest() {
        return dest;
    }

    /** Tag of a send. */
    public int sendTag() {
        return sendTag;
    }

    /** Source of a receive. */
    public int source() {
        return source;
    }

    /** Tag of a receive. */
    public int recvTag() {
        return recvTag;
    }

    /** Root of a collective operation. */
    public int root() {
        return root;
    }

    /** Operation of a reduction; null if the call is none. */
    public @Nullable Op op() {
        return op;
    }

    /** By rank the numbers of elements, of operations in which all ranks name the same ones; else null. Those that no int holds are the largest int. */
    public int @Nullable [] counts() {
        return counts == null
                ? null
                : Arrays.stream(counts)
                        .mapToInt(count -> Math.clamp(count, Integer.MIN_VALUE, Integer.MAX_VALUE))
                        .toArray();
    }

    /** {@link #counts} as they are. */
    public long @Nullable [] largeCounts() {
        return counts;
    }

    /** What a collective operation sends to each peer; null if this rank sends nothing, or in place. */
    public @Nullable MpiBlocks sent() {
        return sent;
    }

    /** What a collective operation receives from each peer; null if this rank receives nothing, or in place. */
    public @Nullable MpiBlocks received() {
        return received;
    }

    /** Of an operation among neighbours, the ranks of which the blocks come, negative beyond the edge of a grid; else null. */
    public int @Nullable [] sources() {
        return sources;
    }

    /** Of an operation among neighbours, the ranks to which the blocks go, negative beyond the edge of a grid; else null. */
    public int @Nullable [] destinations() {
        return destinations;
    }

    /** True if a datatype of the call is null, freed or not committed: the call reports that, and moves nothing. */
    public boolean hasUnusableType() {
        return hasUnusableType;
    }

    /** The target's part of a one-sided operation: bytes from the beginning of its memory in the window; null for all other calls. */
    public @Nullable MpiBuffer target() {
        return target;
    }

    /** What the call has returned, of {@code attachBuffer} the buffer; null before its end, and where it returns nothing. */
    public @Nullable Object result() {
        return result;
    }

    /** The status of one of the {@link #requests}, by its place; null if the call has not completed it. */
    public @Nullable Status status(int request) {
        // All of them, in their order: after waits for all.
        if (request < statuses.length && statuses[request].getIndex() == request) {
            return statuses[request];
        }
        for (Status status : statuses) {
            if (status.getIndex() == request) {
                return status;
            }
        }
        return null;
    }

    /** What the call has thrown, before the error handler; null if it has succeeded. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /**
     * The line of the program that has made the call, such as {@code Halo.exchange(Halo.java:12)}. The first call of this method is
     * made while the program's call is under way.
     */
    public String place() {
        if (place == null) {
            place = CallPlace.ofProgram();
        }
        return place;
    }

    /** The call with its arguments, communicator and place, in one line. */
    @Override
    public String toString() {
        if (text == null) {
            text = describe() + " at " + place();
        }
        return text;
    }

    /** The call with its arguments and communicator. */
    public String describe() {
        List<String> arguments = new ArrayList<>();
        MpiBuffer first = buffers.isEmpty() ? null : buffers.getFirst();
        if (first != null) {
            arguments.add(first.words());
            MpiBuffer other = handle instanceof Comm ? otherWay(first) : null;
            if (other != null) {
                arguments.add((other.isWritten() ? "receives " : "sends ") + other.words());
            }
        }
        add(arguments, "op ", op);
        add(arguments, "dest ", dest, false);
        add(arguments, "tag ", sendTag, false);
        add(arguments, "source ", source, true);
        if (recvTag != sendTag) {
            add(arguments, "tag ", recvTag, true);
        }
        add(arguments, "root ", root, false);
        String where = handle instanceof Comm comm ? comm.where() : "";
        return name + "(" + String.join(", ", arguments) + ")" + where;
    }

    /** What the call receives, if it sends the first buffer, or the other way round; null if that is of the same types and length. */
    private @Nullable MpiBuffer otherWay(MpiBuffer first) {
        for (MpiBuffer each : buffers) {
            if (each.isWritten() != first.isWritten()) {
                boolean hasOtherLength =
                        buffers.size() == 2 && counts == null && each.blockBytes() != first.blockBytes();
                return hasOtherLength || !each.typeWords().equals(first.typeWords()) ? each : null;
            }
        }
        return null;
    }

    private static void add(List<String> arguments, String what, @Nullable Object value) {
        if (value != null) {
            arguments.add(what + value);
        }
    }

    private static void add(List<String> arguments, String what, int value, boolean mayBeAny) {
        if (value == CommCore.PROC_NULL && !what.startsWith("tag")) {
            arguments.add(what + "PROC_NULL");
        } else if (mayBeAny && value == CommCore.ANY_SOURCE) {
            arguments.add(what + "any");
        } else if (value != NONE) {
            arguments.add(what + value);
        }
    }

    // ---- for those who describe a call ---------------------------------------------------------------------------

    MpiCall sends(@Nullable Object memory, int offset, long count, @Nullable Datatype type) {
        sent = MpiBlocks.equal(count, layout(type));
        return add(memory, offset, count, 1, type, false);
    }

    MpiCall receives(@Nullable Object memory, int offset, long count, @Nullable Datatype type) {
        received = MpiBlocks.equal(count, layout(type));
        return add(memory, offset, count, 1, type, true);
    }

    /** Takes what a collective call says of this rank's data. What is wrong there is reported by the call itself. */
    MpiCall of(CollPort c, Collective what, CollectiveCall call) {
        operation = what.method();
        op = call.op;
        boolean isRoot = false;
        if (what.hasRoot()) {
            root = call.root;
            // On an intercommunicator the root says so.
            isRoot = c.firstGroup() > 0 ? root == Predefined.ROOT : root == c.rank();
        }
        int peers = c.firstGroup() > 0 ? BetweenGroups.of(c).remoteSize() : c.size();
        Neighbourhood edges = call.edges;
        if (edges != null) {
            along(edges);
        }
        Side into = what == Collective.BCAST ? call.sent : call.received;
        boolean receives = what.receives(call, isRoot);
        if (receives && what.isDealt()) {
            receives(into, peers, c.rank());
        }
        if (what.sends(call, isRoot)) {
            sends(call.sent, edges == null ? peers : edges.outDegree());
        }
        if (receives && !what.isDealt()) {
            receives(into, edges == null ? peers : edges.inDegree(), c.rank());
        }
        return this;
    }

    private void sends(Side side, int peers) {
        if (side.form == Side.Form.ROW || side.form == Side.Form.LARGE_ROW) {
            sendsRow(side, peers);
        } else {
            sent = take(side, peers, false);
        }
    }

    private void receives(Side side, int peers, int rank) {
        int[] each = side.counts;
        long[] large = side.largeCounts;
        if (side.form == Side.Form.LARGE_ROW && large != null && large.length > rank) {
            receives(side.buffer, 0, large[rank], side.type);
        } else if (side.form != Side.Form.ROW && side.form != Side.Form.LARGE_ROW) {
            received = take(side, peers, true);
        } else if (each == null || each.length <= rank) {
            receives(side.buffer, side.offset, 0, side.type);
        } else {
            receives(side.buffer, side.offset, each[rank], side.type);
        }
    }

    /** The blocks of one side, whose memory is one of the call's buffers; null if there are none. */
    private @Nullable MpiBlocks take(Side side, int peers, boolean isWritten) {
        return switch (side.form) {
            case NONE, ROW, LARGE_ROW -> null;
            case WHOLE, EQUAL -> {
                int blocks = side.form == Side.Form.WHOLE ? 1 : peers;
                add(side.buffer, side.offset, side.count, blocks, side.type, isWritten);
                yield MpiBlocks.equal(side.count, layout(side.type));
            }
            case VECTOR -> {
                Datatype type = side.type;
                add(side, i -> type, peers, isWritten);
                yield MpiBlocks.of(side.counts, i -> layout(type));
            }
            case LARGE_VECTOR -> {
                Datatype type = side.type;
                add(side, i -> type, peers, isWritten);
                yield MpiBlocks.of(side.largeCounts, i -> layout(type));
            }
            case LARGE_TYPED -> {
                Datatype[] types = side.types;
                if (types == null) {
                    yield null;
                }
                add(side, i -> types[i], peers, isWritten);
                yield MpiBlocks.of(side.largeCounts, i -> layout(types[i]));
            }
            case TYPED -> {
                Datatype[] types = side.types;
                if (types == null) {
                    yield null;
                }
                add(side, i -> types[i], peers, isWritten);
                yield MpiBlocks.of(side.counts, i -> layout(types[i]));
            }
        };
    }

    /** Blocks of different lengths that follow each other. */
    private void sendsRow(Side side, int peers) {
        long[] all = numbers(side.form == Side.Form.LARGE_ROW ? side.largeCounts : null, side.counts);
        if (all.length < peers) {
            return;
        }
        long[] each = Arrays.copyOf(all, peers);
        counts = each;
        add(side.buffer, side.offset, Arrays.stream(each).sum(), 1, side.type, false);
    }

    /** Null where the type is wrong, which the plain call reports. */
    private @Nullable TypeLayout layout(@Nullable Datatype type) {
        TypeLayout layout = type == null ? null : type.usable();
        hasUnusableType |= layout == null;
        return layout;
    }

    private MpiCall add(
            @Nullable Object memory, int offset, long count, int blocks, @Nullable Datatype type, boolean isWritten) {
        MpiBuffer buffer = MpiBuffer.of(memory, offset, count, blocks, type, isWritten);
        if (buffer != null) {
            buffers.add(buffer);
        }
        return this;
    }

    /** Blocks at displacements. What is wrong with them is reported by the plain call. */
    private void add(Side side, IntFunction<@Nullable Datatype> types, int blocks, boolean isWritten) {
        boolean isLarge = side.form == Side.Form.LARGE_VECTOR || side.form == Side.Form.LARGE_TYPED;
        boolean inBytes = side.form == Side.Form.TYPED || side.form == Side.Form.LARGE_TYPED;
        long[] each = numbers(isLarge ? side.largeCounts : null, side.counts);
        long[] displs = numbers(isLarge ? side.largeDispls : null, side.displs);
        for (int i = 0; i < Math.min(blocks, Math.min(each.length, displs.length)); i++) {
            MpiBuffer buffer =
                    MpiBuffer.at(side.buffer, side.offset, displs[i], inBytes, each[i], types.apply(i), isWritten);
            if (buffer != null) {
                buffers.add(buffer);
            }
        }
    }

    /** Numbers as they are given, as ints or not; none for null. */
    private static long[] numbers(long @Nullable [] large, int @Nullable [] small) {
        return large != null
                ? large
                : small == null
                        ? new long[0]
                        : Arrays.stream(small).asLongStream().toArray();
    }

    /** Takes what a call of point-to-point communication says. What is wrong there is reported by the call itself. */
    MpiCall of(PointToPoint what, MessageCall call) {
        if (what.sends()) {
            if (what != PointToPoint.SENDRECV_REPLACE) {
                sent = take(call.sent, 1, false);
            }
            to(call.dest, call.sendTag);
        }
        if (what.receives()) {
            received = take(call.received, 1, true);
        }
        if (what.receives() || what.isProbe()) {
            source = call.source;
            recvTag = call.recvTag;
        }
        return this;
    }

    /** Takes what an operation on a window says. What is wrong there is reported by the call itself. */
    MpiCall of(Window window, WindowOperation what, WindowCall call) {
        if (what != WindowOperation.GET) {
            sent = take(call.sent, 1, false);
        }
        if (what == WindowOperation.COMPARE_AND_SWAP) {
            add(call.compared, 0, 1, 1, call.targetType, false);
        }
        if (what != WindowOperation.PUT && what != WindowOperation.ACCUMULATE) {
            received = take(call.received, 1, true);
        }
        op = call.op;
        if (call.target >= 0 && call.target < window.ranks()) {
            long at = window.byteOffset(call.target, call.displacement);
            target = MpiBuffer.inWindow(at, call.targetCount, call.targetType);
        }
        return to(call.target, 0);
    }

    MpiCall to(int rank, int tag) {
        dest = rank;
        sendTag = tag;
        return this;
    }

    private void along(Neighbourhood edges) {
        sources = IntStream.range(0, edges.inDegree()).map(edges::source).toArray();
        destinations =
                IntStream.range(0, edges.outDegree()).map(edges::destination).toArray();
    }

    MpiCall on(@Nullable Request... some) {
        requests = some == null ? NO_REQUESTS : some;
        return this;
    }

    MpiCall collective(String operationOfAll) {
        operation = operationOfAll;
        return this;
    }

    MpiCall form(Form how) {
        form = how;
        return this;
    }

    /** The statuses of requests that the call has completed. */
    void completed(Status... some) {
        statuses = some;
    }

    void ended(@Nullable Object returned, @Nullable Throwable thrown) {
        result = returned;
        failure = thrown;
    }
}
