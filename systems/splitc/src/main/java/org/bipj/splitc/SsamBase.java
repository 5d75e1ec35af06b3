package org.bipj.splitc;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.bipj.ssam.RequestHandler;
import org.bipj.ssam.Ssam;

/**
 * Split-C over SSAM, whose messages have 40 bytes and keep their order. A bulk write is a cell with offset, length and the
 * first {@value #HEAD_DATA} bytes, and cells that are data alone. A bulk read is a request and a reply for each {@value
 * #READ_DATA} bytes.
 */
final class SsamBase extends Base {
    /** Bytes of data in the first cell of a bulk write: offset and length stand before them. */
    private static final int HEAD_DATA = Ssam.DATA - 2 * Long.BYTES;
    /** Bytes of data in the reply to a bulk read, behind place and length. */
    private static final int READ_DATA = Ssam.DATA - Long.BYTES;

    // Requests; those of a value have one number for each width.
    private static final int SIGNAL = 0;
    private static final int BULK_READ = 1;
    private static final int BULK_DATA = 2;
    private static final int READ = 3;
    private static final int GET = READ + Width.ALL;
    private static final int WRITE = GET + Width.ALL;
    private static final int BULK_WRITE = WRITE + KINDS * Width.ALL;

    // Replies.
    private static final int VALUE = 0;
    private static final int BULK_GOT = 1;
    private static final int GOT = 2;

    private final Ssam ssam;
    private boolean hasValue;
    private long value;

    /** By peer the bulk write that its data cells go on with: offset, bytes left, and kind. */
    private final long[] bulkAt;

    private final long[] bulkLeft;
    private final int[] bulkKind;

    SsamBase(Node node) {
        super(node);
        ssam = Ssam.init();
        bulkAt = new long[node.size];
        bulkLeft = new long[node.size];
        bulkKind = new int[node.size];
        setHandlers();
    }

    private void setHandlers() {
        ssam.requestHandler(SIGNAL, (from, data, reply) -> {
            node.signals.arrived(
                    data.get(JAVA_INT_UNALIGNED, 0),
                    data.get(JAVA_INT_UNALIGNED, Integer.BYTES),
                    data.get(JAVA_LONG_UNALIGNED, Long.BYTES));
            return RequestHandler.NO_REPLY;
        });
        ssam.requestHandler(BULK_READ, this::bulkRead);
        ssam.requestHandler(BULK_DATA, (from, data, reply) -> {
            take(from, data, 0);
            return RequestHandler.NO_REPLY;
        });
        ssam.replyHandler(VALUE, (from, data) -> {
            value = data.get(JAVA_LONG_UNALIGNED, 0);
            hasValue = true;
        });
        ssam.replyHandler(BULK_GOT, (from, data) -> {
            long place = data.get(JAVA_LONG_UNALIGNED, 0);
            int bytes = (int) (place >>> GlobalPointer.OFFSET_BITS);
            MemorySegment.copy(data, Long.BYTES, node.memory, place & GlobalPointer.OFFSET_MASK, bytes);
        });
        for (int each = 0; each < Width.ALL; each++) {
            int width = each;
            ssam.requestHandler(READ + width, (from, data, reply) -> {
                long bits = Width.load(node.memory, data.get(JAVA_LONG_UNALIGNED, 0), width);
                reply.set(JAVA_LONG_UNALIGNED, 0, bits);
                return VALUE;
            });
            ssam.requestHandler(GET + width, (from, data, reply) -> {
                long bits = Width.load(node.memory, data.get(JAVA_LONG_UNALIGNED, 0), width);
                reply.set(JAVA_LONG_UNALIGNED, 0, data.get(JAVA_LONG_UNALIGNED, Long.BYTES));
                reply.set(JAVA_LONG_UNALIGNED, Long.BYTES, bits);
                return GOT + width;
            });
            ssam.replyHandler(GOT + width, (from, data) -> write(data, width));
            for (int kind = 0; kind < KINDS; kind++) {
                setWriteHandlers(kind, width);
            }
        }
    }

    private void setWriteHandlers(int kind, int width) {
        int bytes = Width.bytes(width);
        ssam.requestHandler(WRITE + Width.ALL * kind + width, (from, data, reply) -> {
            write(data, width);
            if (kind != PUT) {
                node.stored(kind - STORE, bytes);
            }
            return RequestHandler.NO_REPLY;
        });
        ssam.requestHandler(BULK_WRITE + kind, (from, data, reply) -> {
            bulkAt[from] = data.get(JAVA_LONG_UNALIGNED, 0);
            bulkLeft[from] = data.get(JAVA_LONG_UNALIGNED, Long.BYTES);
            bulkKind[from] = kind;
            take(from, data, Ssam.DATA - HEAD_DATA);
            return RequestHandler.NO_REPLY;
        });
    }

    private void write(MemorySegment data, int width) {
        Width.store(node.memory, data.get(JAVA_LONG_UNALIGNED, 0), width, data.get(JAVA_LONG_UNALIGNED, Long.BYTES));
    }

    /** Takes the next bytes of a bulk write. */
    private void take(int from, MemorySegment data, int at) {
        int bytes = (int) Math.min(bulkLeft[from], Ssam.DATA - at);
        MemorySegment.copy(data, at, node.memory, bulkAt[from], bytes);
        bulkAt[from] += bytes;
        bulkLeft[from] -= bytes;
        if (bulkKind[from] != PUT) {
            node.stored(bulkKind[from] - STORE, bytes);
        }
    }

    private int bulkRead(int from, MemorySegment data, MemorySegment reply) {
        long place = data.get(JAVA_LONG_UNALIGNED, Long.BYTES);
        reply.set(JAVA_LONG_UNALIGNED, 0, place);
        int bytes = (int) (place >>> GlobalPointer.OFFSET_BITS);
        MemorySegment.copy(node.memory, data.get(JAVA_LONG_UNALIGNED, 0), reply, Long.BYTES, bytes);
        return BULK_GOT;
    }

    @Override
    String name() {
        return "SSAM";
    }

    @Override
    long read(int from, int width, long offset) {
        hasValue = false;
        ssam.data(from).set(JAVA_LONG_UNALIGNED, 0, offset);
        ssam.request(from, READ + width);
        while (!hasValue) {
            ssam.pollOrWait();
        }
        return value;
    }

    @Override
    void get(int from, int width, long offset, long into) {
        request(from, GET + width, offset, into);
    }

    @Override
    void write(int to, int kind, int width, long offset, long bits) {
        request(to, WRITE + Width.ALL * kind + width, offset, bits);
    }

    private void request(int to, int handler, long first, long second) {
        MemorySegment data = ssam.data(to);
        data.set(JAVA_LONG_UNALIGNED, 0, first);
        data.set(JAVA_LONG_UNALIGNED, Long.BYTES, second);
        ssam.request(to, handler);
    }

    @Override
    void bulkGet(int from, long offset, long into, long bytes) {
        for (long done = 0; done < bytes; done += READ_DATA) {
            long piece = Math.min(READ_DATA, bytes - done);
            request(from, BULK_READ, offset + done, piece << GlobalPointer.OFFSET_BITS | into + done);
        }
    }

    @Override
    void bulkWrite(int to, int kind, long offset, long from, long bytes) {
        MemorySegment data = ssam.data(to);
        data.set(JAVA_LONG_UNALIGNED, 0, offset);
        data.set(JAVA_LONG_UNALIGNED, Long.BYTES, bytes);
        long done = Math.min(HEAD_DATA, bytes);
        MemorySegment.copy(node.memory, from, data, Ssam.DATA - HEAD_DATA, done);
        ssam.request(to, BULK_WRITE + kind);
        while (done < bytes) {
            long piece = Math.min(Ssam.DATA, bytes - done);
            MemorySegment.copy(node.memory, from + done, ssam.data(to), 0, piece);
            ssam.request(to, BULK_DATA);
            done += piece;
        }
    }

    @Override
    void signal(int to, int round, int number, long purpose) {
        MemorySegment data = ssam.data(to);
        data.set(JAVA_INT_UNALIGNED, 0, round);
        data.set(JAVA_INT_UNALIGNED, Integer.BYTES, number);
        data.set(JAVA_LONG_UNALIGNED, Long.BYTES, purpose);
        ssam.request(to, SIGNAL);
    }

    @Override
    void opened() {
        // SSAM keeps requests to ranks that have not opened it.
    }

    @Override
    void settle() {
        ssam.settle();
    }

    @Override
    void poll() {
        ssam.poll();
    }

    @Override
    void await() {
        ssam.pollOrWait();
    }

    @Override
    public void close() {
        ssam.close();
    }
}
