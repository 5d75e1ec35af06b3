package org.bipj.splitc;

import org.bipj.am2.ActiveMessages;
import org.bipj.am2.AmEndpoint;
import org.bipj.am2.Bundle;
import org.bipj.am2.BundleMode;
import org.bipj.am2.Message;
import org.bipj.am2.Opcode;
import org.bipj.am2.Status;
import org.bipj.core.nic.EndpointName;

/**
 * Split-C over Active Messages II. Requests that need no answer have the credit as their acknowledgement; the memory is the
 * endpoint's segment.
 */
final class AmBase extends Base {
    /** "SPLT": messages of other libraries must not reach this endpoint. */
    private static final long TAG = 0x53504c54;
    /** Requests under way. A destination's queue takes 16 before it refuses any. */
    private static final int WINDOW = 16;

    // Handlers; those of a value have one number for each width.
    private static final int SIGNAL = 1;
    private static final int VALUE = 2;
    private static final int BULK_GOT = 3;
    private static final int READ = 4;
    private static final int GET = READ + Width.ALL;
    private static final int GOT = GET + Width.ALL;
    private static final int WRITE = GOT + Width.ALL;
    private static final int BULK_WRITE = WRITE + KINDS * Width.ALL;

    private static final int[] NO_WORDS = {};

    private final ActiveMessages am;
    private final Bundle bundle;
    private final AmEndpoint endpoint;
    /** Argument words of the request that is sent, and of the reply; handlers run while a request waits. */
    private final int[] words = new int[4];

    private final int[] answer = new int[4];

    private boolean hasValue;
    private long value;
    private long gets;

    /** Signals that came back, as their destinations had not opened their endpoints yet. */
    private final long[] again;

    private final boolean[] isAgain;
    /** Peers that are not there yet will come. */
    private boolean opening = true;

    AmBase(Node node) {
        super(node);
        am = ActiveMessages.init();
        bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
        endpoint = bundle.allocateEndpoint();
        again = new long[node.signals.rounds()];
        isAgain = new boolean[again.length];
        endpoint.setExpectedResources(WINDOW);
        endpoint.setSegment(node.memory);
        setHandlers();
        // All ranks open the same endpoints. A request for this one must not reach one that Split-C had before.
        int number = endpoint.name().endpoint();
        long tag = (long) endpoint.name().generation() << Integer.SIZE | TAG;
        if (node.size > endpoint.translations()) {
            endpoint.setTranslations(node.size);
        }
        for (int rank = 0; rank < node.size; rank++) {
            endpoint.map(rank, new EndpointName(rank, number, 0), tag);
        }
        endpoint.setTag(tag);
    }

    private void setHandlers() {
        endpoint.setReturnedHandler(this::returned);
        endpoint.setHandler(
                SIGNAL,
                message -> node.signals.arrived(message.argument(0), message.argument(1), message.argumentLong(2)));
        endpoint.setHandler(VALUE, message -> {
            value = message.argumentLong(0);
            hasValue = true;
        });
        endpoint.setHandler(BULK_GOT, message -> gets--);
        for (int each = 0; each < Width.ALL; each++) {
            int width = each;
            endpoint.setHandler(READ + width, message -> {
                long bits = Width.load(node.memory, message.argumentLong(0), width);
                message.reply(VALUE, (int) bits, (int) (bits >>> 32));
            });
            endpoint.setHandler(GET + width, message -> {
                long bits = Width.load(node.memory, message.argumentLong(0), width);
                answer[0] = message.argument(2);
                answer[1] = message.argument(3);
                answer[2] = (int) bits;
                answer[3] = (int) (bits >>> 32);
                message.reply(GOT + width, answer);
            });
            endpoint.setHandler(GOT + width, message -> {
                Width.store(node.memory, message.argumentLong(0), width, message.argumentLong(2));
                gets--;
            });
            for (int kind = 0; kind < KINDS; kind++) {
                setWriteHandlers(kind, width);
            }
        }
    }

    private void setWriteHandlers(int kind, int width) {
        int bytes = Width.bytes(width);
        if (kind == PUT) {
            endpoint.setHandler(
                    WRITE + width,
                    message -> Width.store(node.memory, message.argumentLong(0), width, message.argumentLong(2)));
            endpoint.setHandler(BULK_WRITE, message -> {});
        } else {
            int parity = kind - STORE;
            endpoint.setHandler(WRITE + Width.ALL * kind + width, message -> {
                Width.store(node.memory, message.argumentLong(0), width, message.argumentLong(2));
                node.stored(parity, bytes);
            });
            endpoint.setHandler(BULK_WRITE + kind, message -> node.stored(parity, message.length()));
        }
    }

    /** A peer that has not opened its endpoint yet gets its signal again. */
    private void returned(Status status, Opcode opcode, Message message) {
        if (opening && message.handler() == SIGNAL && status != Status.UNREACHABLE) {
            int round = message.argument(0);
            again[round] = message.argumentLong(2);
            isAgain[round] = true;
            return;
        }
        if (isGet(message.handler())) {
            gets--;
        }
        throw new SplitCException("rank " + node.rank + ": a request to rank "
                + message.source().rank() + " came back (" + status + "); expected that it has not closed Split-C");
    }

    private static boolean isGet(int handler) {
        return handler == BULK_GOT || handler >= GET && handler < GOT;
    }

    @Override
    String name() {
        return "Active Messages II";
    }

    @Override
    long read(int from, int width, long offset) {
        hasValue = false;
        endpoint.request(from, READ + width, (int) offset, (int) (offset >>> 32));
        while (!hasValue) {
            bundle.pollOrIdle();
        }
        return value;
    }

    @Override
    void get(int from, int width, long offset, long into) {
        gets++;
        request(from, GET + width, offset, into);
    }

    @Override
    void write(int to, int kind, int width, long offset, long bits) {
        request(to, WRITE + Width.ALL * kind + width, offset, bits);
    }

    private void request(int to, int handler, long first, long second) {
        words[0] = (int) first;
        words[1] = (int) (first >>> 32);
        words[2] = (int) second;
        words[3] = (int) (second >>> 32);
        endpoint.request(to, handler, words);
    }

    @Override
    void bulkGet(int from, long offset, long into, long bytes) {
        gets++;
        endpoint.get(from, BULK_GOT, offset, into, bytes, NO_WORDS);
    }

    @Override
    void bulkWrite(int to, int kind, long offset, long from, long bytes) {
        if (kind != PUT) {
            endpoint.requestTransfer(to, BULK_WRITE + kind, offset, node.memory, from, bytes, NO_WORDS);
            return;
        }
        while (!endpoint.requestTransferAsync(to, BULK_WRITE, offset, node.memory, from, bytes, NO_WORDS)) {
            bundle.pollOrIdle();
        }
    }

    @Override
    void signal(int to, int round, int number, long purpose) {
        words[0] = round;
        words[1] = number;
        words[2] = (int) purpose;
        words[3] = (int) (purpose >>> 32);
        endpoint.request(to, SIGNAL, words);
    }

    @Override
    void opened() {
        while (endpoint.outstanding() > 0 || signalAgain()) {
            bundle.pollOrIdle();
        }
        opening = false;
    }

    @Override
    void settle() {
        while (gets > 0 || endpoint.outstanding() > 0) {
            bundle.pollOrIdle();
        }
    }

    @Override
    void poll() {
        bundle.poll();
    }

    @Override
    void await() {
        bundle.pollOrIdle();
        if (opening) {
            signalAgain();
        }
    }

    /** The meeting at which a job opens is the first one. Returns true if there were signals to send again. */
    private boolean signalAgain() {
        boolean any = false;
        for (int round = 0; round < again.length; round++) {
            if (isAgain[round]) {
                isAgain[round] = false;
                any = true;
                signal(node.signals.to(round), round, 1, again[round]);
            }
        }
        return any;
    }

    @Override
    public void close() {
        bundle.close();
        am.close();
    }
}
