package org.bipj.am2;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.am2.AmException.Code;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.report.WaitReport;

/**
 * All ranks of the job together: an exchange of the names of their endpoints, and a barrier. It uses nothing but Active
 * Messages, through an endpoint of its own.
 *
 * <pre>{@code
 * AmEndpoint endpoint = bundle.allocateEndpoint();
 * endpoint.setHandler(...);
 * endpoint.setTag(7);
 * AmGroup group = AmGroup.join(bundle);
 * group.map(endpoint);                           entry i of its table is now the endpoint of rank i
 * ...
 * group.barrier();                               all requests of other ranks that were answered before have been handled
 * group.close();
 * }</pre>
 *
 * <p>All calls but {@link #close} are collective: all ranks make the same ones in the same order, each from one thread. They
 * run handlers of the bundle while they wait. Ranks that make different calls get an error where they meet.
 *
 * <p>Names go through rank 0: an exchange is a message from each rank to rank 0, and one or more from there to each. A
 * barrier is {@code log2(n)} rounds, rounded up, of one message from each rank (dissemination).
 */
public final class AmGroup implements AutoCloseable {
    /** "GRUP". A request for this group must not reach the endpoint of one that was closed. */
    private static final long TAG = 0x47525550;
    /** Requests under way. A destination's queue takes 16 before it refuses any. */
    private static final int WINDOW = 16;

    // Handlers.
    private static final int ENTRY = 1;
    private static final int ENTRIES = 2;
    private static final int SIGNAL = 3;
    private static final int PARTED = 4;

    // Kinds of calls.
    private static final int EXCHANGE = 0;
    private static final int BARRIER = 1;
    private static final String[] CALLS = {"an exchange of names", "a barrier"};

    private static final int ROOT = 0;
    private static final int LONGS = 2;
    private static final int ENTRY_BYTES = LONGS * Long.BYTES;

    private final Bundle bundle;
    private final AmEndpoint endpoint;
    private final int rank;
    private final int size;

    /** How many calls this rank has begun; messages of a call carry its number. */
    private int number;

    private int kind;
    /** By kind: the latest call in which another rank has announced itself, and that rank. */
    private final int[] seenNumber = new int[CALLS.length];

    private final int[] seenRank = new int[CALLS.length];

    /** By parity of the call and round of a barrier: the call whose signal has come. */
    private final int[][] signals;

    /** At rank 0: names and tags of the ranks that have sent theirs for the exchange that comes next. */
    private long[] collecting;

    private int collected;
    /** At other ranks: what rank 0 has sent of the exchange under way. */
    private long[] received;

    private int missing;

    /** Rank 0 may not have joined yet: what comes back is sent again. */
    private boolean joining = true;

    private boolean again;
    private AmException failure;
    /** The rank that a call waits for; -1: those that have not sent their names. */
    private int awaited;

    private final Supplier<String> waiting = this::waitsFor;
    /** A rank in another call, which is still to be notified; -1: none. */
    private int parted = -1;

    private AmGroup(Bundle bundle, int rank, int size) {
        this.bundle = bundle;
        this.rank = rank;
        this.size = size;
        signals = new int[2][Integer.SIZE - Integer.numberOfLeadingZeros(size - 1)];
        collecting = new long[rank == ROOT ? LONGS * size : 0];
        endpoint = bundle.allocateEndpoint();
    }

    /**
     * Joins the group of all ranks, and returns when all have joined. Handlers of the bundle run while any call of the group
     * waits. The group's own endpoint takes the smallest number that is free, which must be the same on all ranks: they join
     * before they have different numbers of endpoints open.
     *
     * @param bundle any bundle of this rank
     * @throws AmException (NOT_SENT) if a rank has left, rank 0 also without having joined
     */
    public static AmGroup join(Bundle bundle) {
        AmCore core = bundle.core();
        AmGroup group = new AmGroup(bundle, core.rank(), core.size());
        group.open();
        group.exchange(group.endpoint);
        group.joining = false;
        return group;
    }

    private void open() {
        endpoint.setExpectedResources(WINDOW);
        endpoint.setReturnedHandler(this::returned);
        endpoint.setHandler(ENTRY, this::takeEntry);
        endpoint.setHandler(ENTRIES, this::takeEntries);
        endpoint.setHandler(SIGNAL, message -> {
            int call = message.argument(0);
            signals[call & 1][message.argument(1)] = call;
            notice(BARRIER, call, message.source().rank());
        });
        endpoint.setHandler(
                PARTED,
                message -> notice(
                        message.argument(1),
                        message.argument(0),
                        message.source().rank()));
        long tag = (long) bundle.core().nextGroup() << Integer.SIZE | TAG;
        int place = endpoint.name().endpoint();
        if (size > endpoint.translations()) {
            endpoint.setTranslations(size);
        }
        for (int each = 0; each < size; each++) {
            endpoint.map(each, new EndpointName(each, place, 0), tag);
        }
        endpoint.setTag(tag);
    }

    // ---- calls -------------------------------------------------------------------------------------------------

    /**
     * Gives each rank the name and tag of an endpoint of each rank, by rank. An endpoint whose tag was set before can be sent
     * to at once: its rank is not late.
     *
     * @param mine this rank's endpoint, in any bundle
     */
    public List<Translation> exchange(AmEndpoint mine) {
        begin(EXCHANGE);
        long[] all = rank == ROOT ? collect(mine) : receive(mine);
        return IntStream.range(0, size)
                .mapToObj(each -> new Translation(EndpointName.of(all[LONGS * each]), all[LONGS * each + 1]))
                .toList();
    }

    /**
     * Exchanges names and tags, and maps entry i of the endpoint's translation table to the endpoint of rank i.
     *
     * @throws AmException (RESOURCE) if one of these entries is mapped already
     */
    public void map(AmEndpoint mine) {
        List<Translation> all = exchange(mine);
        if (size > mine.translations()) {
            mine.setTranslations(size);
        }
        for (int each = 0; each < size; each++) {
            mine.map(each, all.get(each).name(), all.get(each).tag());
        }
    }

    /** Returns when all ranks have called it. */
    public void barrier() {
        begin(BARRIER);
        int[] mine = signals[number & 1];
        for (int round = 0; round < mine.length; round++) {
            int now = round;
            endpoint.request((int) ((rank + (1L << round)) % size), SIGNAL, number, round);
            await(Math.floorMod(rank - (1L << round), size), () -> mine[now] == number);
        }
    }

    /** Leaves the group, and frees its endpoint. Other ranks may still be in the last call: they need nothing of this one. */
    @Override
    public void close() {
        endpoint.close();
    }

    // ---- exchanges ---------------------------------------------------------------------------------------------

    private long[] collect(AmEndpoint mine) {
        put(ROOT, mine.name().packed(), mine.tag());
        await(-1, () -> collected == size);
        long[] all = collecting;
        // The others begin the next exchange when this one has reached them.
        collecting = new long[all.length];
        collected = 0;
        byte[] bytes = new byte[all.length * Long.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).asLongBuffer().put(all);
        int most = Math.max(1, bundle.core().maxMedium() / ENTRY_BYTES);
        for (int to = 1; to < size; to++) {
            for (int first = 0; first < size; first += most) {
                int count = Math.min(most, size - first);
                endpoint.requestMedium(to, ENTRIES, bytes, first * ENTRY_BYTES, count * ENTRY_BYTES, number, first);
            }
        }
        return all;
    }

    private void put(int from, long name, long tag) {
        collecting[LONGS * from] = name;
        collecting[LONGS * from + 1] = tag;
        collected++;
    }

    private long[] receive(AmEndpoint mine) {
        long name = mine.name().packed();
        long tag = mine.tag();
        received = new long[LONGS * size];
        missing = size;
        do {
            again = false;
            endpoint.request(ROOT, ENTRY, number, (int) name, (int) (name >>> Integer.SIZE), (int) tag, (int)
                    (tag >>> Integer.SIZE));
            await(ROOT, () -> missing == 0 || again);
        } while (missing > 0);
        return received;
    }

    private void takeEntry(Message message) {
        int from = message.source().rank();
        put(from, message.argumentLong(1), message.argumentLong(3));
        notice(EXCHANGE, message.argument(0), from);
    }

    private void takeEntries(Message message) {
        int first = message.argument(1);
        byte[] bytes = new byte[(int) message.length()];
        message.copyData(bytes, 0, bytes.length);
        ByteBuffer.wrap(bytes)
                .order(ByteOrder.nativeOrder())
                .asLongBuffer()
                .get(received, LONGS * first, bytes.length / Long.BYTES);
        missing -= bytes.length / ENTRY_BYTES;
    }

    // ---- waiting, and what goes wrong --------------------------------------------------------------------------

    private void begin(int call) {
        number++;
        kind = call;
        for (int other = 0; other < CALLS.length; other++) {
            compare(other, seenNumber[other], seenRank[other]);
        }
    }

    /** Another rank is in a call of this number: the present one, or the next. */
    private void notice(int call, int callNumber, int from) {
        seenNumber[call] = callNumber;
        seenRank[call] = from;
        compare(call, callNumber, from);
    }

    private void compare(int call, int callNumber, int from) {
        if (callNumber == number && call != kind && failure == null) {
            parted = from;
            failure = new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + rank + " is in " + CALLS[kind] + ", rank " + from + " in " + CALLS[call] + " (call "
                            + number + " of the group); expected the same calls, in the same order, on all ranks");
        }
    }

    /** Waits for a message of a rank; negative: of all others. */
    private void await(int from, BooleanSupplier isDone) {
        awaited = from;
        bundle.waitsFor(waiting);
        try {
            while (failure == null && !isDone.getAsBoolean()) {
                bundle.pollOrIdle();
            }
        } finally {
            bundle.waitsFor(null);
        }
        if (failure != null) {
            if (parted >= 0) {
                int other = parted;
                parted = -1;
                endpoint.request(other, PARTED, number, kind);
            }
            throw failure;
        }
    }

    private String waitsFor() {
        List<Integer> ranks = awaited >= 0
                ? List.of(awaited)
                : IntStream.range(0, size)
                        .filter(each -> each != ROOT && collecting[LONGS * each] == 0)
                        .boxed()
                        .toList();
        return CALLS[kind] + ", for " + WaitReport.ranks(ranks);
    }

    private void returned(Status status, Opcode opcode, Message message) {
        boolean isLate = joining && message.handler() == ENTRY && !bundle.core().hasLeft(ROOT);
        if (isLate && status != Status.UNREACHABLE) {
            again = true;
        } else if (failure == null) {
            failure = new AmException(
                    Code.NOT_SENT,
                    status,
                    "rank " + rank + ": a message of the group to rank "
                            + message.source().rank() + " came back (" + status
                            + "); expected that no rank leaves before the last call");
        }
    }
}
