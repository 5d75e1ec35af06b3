package org.bipj.am2;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.StringJoiner;
import org.bipj.am2.AmException.Code;
import org.bipj.am2.channel.BulkEndpoint;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.Payload;

/**
 * What an endpoint sends: requests as far as it has credits, replies, and bulk messages piece by piece. Invariant: 0 &lt;=
 * outstanding &lt;= window.
 */
final class SendingSide {
    /** Numbers of bulk messages that have come back lately: all their pieces do, but they are reported once. */
    private static final int RETURNED_KEPT = 64;

    /** Bulk requests under way that nobody waits for: with two the next one's data follow without a pause. */
    private static final int ASYNCS = 4;

    private final AmCore core;
    private final Endpoint queues;
    /** The endpoint again if its network takes bulk messages as a whole; else null. */
    private final BulkEndpoint bulk;

    private final TranslationTable table;
    private final Payload payload;
    private final int piece;

    private int window = ActiveMessages.DEFAULT_WINDOW;
    private int outstanding;
    /** Requests that are outstanding by rank, for reports. */
    private int[] openTo = new int[4];
    /** Null where no request comes back that may have been answered. */
    private final OpenRequests open;

    private long entryTo;
    private long entry;
    private long entryTag;
    private long transfers;
    private final long[] returned = new long[RETURNED_KEPT];
    private int returnedNext;

    /** The bulk request of a call that waits. */
    final OutgoingTransfer waited;
    /** The bulk requests that their callers do not wait for: one, or several where the network takes them as a whole. */
    private final OutgoingTransfer[] asyncs;
    /** The bulk reply that has not been sent completely. */
    final OutgoingTransfer reply;

    /** Stands in the list of those that hold something back. */
    boolean holding;

    long requestsSent;
    long repliesSent;
    long creditsSent;
    long bytesSent;

    SendingSide(AmCore core, Endpoint queues, TranslationTable table) {
        this.core = core;
        this.queues = queues;
        bulk = queues instanceof BulkEndpoint able ? able : null;
        this.table = table;
        open = core.mayLosePeers() ? new OpenRequests() : null;
        payload = new Payload(core.cache());
        waited = new OutgoingTransfer(core.cache());
        asyncs = new OutgoingTransfer[bulk == null ? 1 : ASYNCS];
        for (int i = 0; i < asyncs.length; i++) {
            asyncs[i] = new OutgoingTransfer(core.cache());
        }
        reply = new OutgoingTransfer(core.cache());
        piece = core.maxMedium() - Header.PREFIX;
        Arrays.fill(returned, -1);
    }

    int window() {
        return window;
    }

    int outstanding() {
        return outstanding;
    }

    void setWindow(int requests) {
        window = requests;
    }

    /** Takes back credits that an endpoint has returned. */
    void credit(long from, int credits) {
        int settled = open == null ? credits : open.settled(from, credits);
        outstanding -= settled;
        openTo[EndpointName.rank(from)] -= settled;
        assert outstanding >= 0 : "more credits than the window";
    }

    /** Describes the requests that are not answered, as "2 to rank 1, 1 to rank 3"; empty if all are. */
    String openRequests() {
        StringJoiner text = new StringJoiner(", ");
        for (int rank = 0; rank < openTo.length; rank++) {
            if (openTo[rank] > 0) {
                text.add(openTo[rank] + " to rank " + rank);
            }
        }
        return text.toString();
    }

    boolean hasCredit() {
        return outstanding < window;
    }

    // ---- requests ----------------------------------------------------------------------------------------------

    /** Claims an entry for a request; false where credits or room are missing. */
    boolean tryClaim(int index, int words, int bytes) {
        long to = table.name(index);
        if (outstanding >= window) {
            return false;
        }
        entry = queues.claim(Endpoints.REQUEST, to, words, bytes);
        entryTag = table.tag(index);
        entryTo = to;
        return entry >= 0;
    }

    void word(int at, int value) {
        queues.words().set(JAVA_INT, queues.wordsAt(entry) + (long) at * Integer.BYTES, value);
    }

    void words(int[] values, int count) {
        if (count > 0) {
            MemorySegment.copy(values, 0, queues.words(), JAVA_INT, queues.wordsAt(entry), count);
        }
    }

    /** Writes the data of the claimed entry; if they cannot be read the entry is given back. */
    void data(Object source, long offset, int bytes) {
        try {
            describe(payload, source, offset, bytes);
            payload.copyOut(0, queues.data(), queues.dataAt(entry), bytes);
        } catch (RuntimeException e) {
            queues.abort(entry);
            throw e;
        }
        bytesSent += bytes;
    }

    /** Sets a payload to data of the program. */
    void describe(Payload data, Object source, long offset, long bytes) {
        try {
            data.set(source, offset, bytes, AmCore.BYTE);
        } catch (NoBufferException e) {
            throw new AmException(Code.BAD_ARGUMENT, "rank " + core.rank() + ": source: " + e.getMessage());
        }
    }

    void commitRequest(int category, int handler) {
        sent(entryTo);
        requestsSent++;
        queues.commit(entry, entryTag, Header.of(category, handler, 0, 0));
    }

    private void sent(long to) {
        outstanding++;
        int rank = EndpointName.rank(to);
        if (rank >= openTo.length) {
            openTo = Arrays.copyOf(openTo, Math.max(rank + 1, 2 * openTo.length));
        }
        openTo[rank]++;
        if (open != null) {
            open.sent(to);
        }
    }

    /** Writes the three numbers that the data of a {@link Header#GET} begin with. */
    void prefix(long first, long second, long third) {
        MemorySegment data = queues.data();
        long at = queues.dataAt(entry);
        data.set(JAVA_LONG, at, first);
        data.set(JAVA_LONG, at + 8, second);
        data.set(JAVA_LONG, at + 16, third);
    }

    // ---- replies -----------------------------------------------------------------------------------------------

    /** True if a handler may run that replies. */
    boolean canReply() {
        return !reply.active && queues.canReply();
    }

    void claimReply(long to, int words, int bytes) {
        entry = queues.claim(Endpoints.REPLY, to, words, bytes);
        if (entry < 0) {
            throw new IllegalStateException("no entry for a reply, although there was one when its handler began");
        }
    }

    void commitReply(int category, int handler, int credits) {
        repliesSent++;
        queues.commit(entry, Endpoints.NO_TAG, Header.of(category, handler, credits, 0));
    }

    /** Answers a request whose handler did not, where each needs an answer. */
    void commitEmptyReply(long to, int credits) {
        claimReply(to, 0, 0);
        creditsSent++;
        queues.commit(entry, Endpoints.NO_TAG, Header.of(Header.CREDITS, 0, credits, 0));
    }

    /** Returns credits by a message of their own; false if it cannot go now. */
    boolean trySendCredits(long to, int credits) {
        long at = queues.canReply() ? queues.claim(Endpoints.REPLY, to, 0, 0) : Endpoint.BACK_PRESSURED;
        if (at < 0) {
            return false;
        }
        creditsSent++;
        core.pushed();
        queues.commit(at, Endpoints.NO_TAG, Header.of(Header.CREDITS, 0, credits, 0));
        return true;
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

    /** Begins a bulk request; its source and words are set. */
    void beginRequest(OutgoingTransfer transfer, int index, int handler, long offset, long bytes) {
        long to = table.name(index);
        boolean whole = isWhole(to, bytes);
        long header = Header.of(whole ? Header.WHOLE : Header.BULK, handler, 0, transfers++);
        transfer.begin(Endpoints.REQUEST, to, table.tag(index), header, offset, bytes);
        transfer.whole = whole;
        sent(to);
        requestsSent++;
        bytesSent += bytes;
    }

    private boolean isWhole(long to, long bytes) {
        return bulk != null && bulk.carries(to, bytes);
    }

    /** Begins a bulk reply out of the segment, which need not go at once; its source and words are set. */
    void beginReplyOfSegment(long to, int handler, int credits, long offset, long bytes) {
        beginReply(isWhole(to, bytes), to, handler, credits, offset, bytes);
    }

    /** Begins a bulk reply; its source and words are set. */
    void beginReply(long to, int handler, int credits, long offset, long bytes) {
        beginReply(false, to, handler, credits, offset, bytes);
    }

    private void beginReply(boolean whole, long to, int handler, int credits, long offset, long bytes) {
        long header = Header.of(whole ? Header.WHOLE : Header.BULK, handler, credits, transfers++);
        reply.begin(Endpoints.REPLY, to, Endpoints.NO_TAG, header, offset, bytes);
        reply.whole = whole;
        repliesSent++;
        bytesSent += bytes;
    }

    /** Sends what there is room for; true once all has gone. */
    boolean push(OutgoingTransfer transfer) {
        return transfer.whole ? pushWhole(transfer) : pushPieces(transfer);
    }

    private boolean pushWhole(OutgoingTransfer transfer) {
        if (transfer.active && !transfer.given) {
            transfer.given = bulk.trySend(
                    transfer.source,
                    transfer.kind,
                    transfer.to,
                    transfer.tag,
                    transfer.header,
                    transfer.words,
                    transfer.wordCount,
                    transfer.offset);
            if (transfer.given) {
                core.pushed();
            }
        }
        if (transfer.given && transfer.source.isOver()) {
            end(transfer);
        }
        return !transfer.active;
    }

    private boolean pushPieces(OutgoingTransfer transfer) {
        while (transfer.active) {
            int bytes = (int) Math.min(piece, transfer.total - transfer.position);
            long at = queues.claim(transfer.kind, transfer.to, transfer.wordCount, Header.PREFIX + bytes);
            if (at < 0) {
                return false;
            }
            entry = at;
            words(transfer.words, transfer.wordCount);
            prefix(transfer.offset, transfer.total, transfer.position);
            transfer.copyOut(queues.data(), queues.dataAt(at) + Header.PREFIX, bytes);
            transfer.position += bytes;
            if (transfer.position == transfer.total) {
                end(transfer);
            }
            queues.commit(at, transfer.tag, transfer.header);
            core.pushed();
        }
        return true;
    }

    /** Ends a transfer. One whose source has been lost meanwhile is an error of the next poll: any call may have sent it. */
    private void end(OutgoingTransfer transfer) {
        if (transfer.source.isClosed()) {
            core.failed(new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + core.rank() + ": source of the bulk message for handler "
                            + Header.handler(transfer.header) + ": " + Payload.CLOSED));
        }
        transfer.end();
    }

    /** Drops the unsent parts of bulk requests that no call waits for; parts that the network has go on. */
    void dropAsyncs() {
        for (OutgoingTransfer async : asyncs) {
            if (!async.given) {
                async.end();
            }
        }
    }

    /** A free transfer for a bulk request that no call waits for; null if none can begin now. */
    OutgoingTransfer freeAsync() {
        if (hasCredit()) {
            for (OutgoingTransfer async : asyncs) {
                if (!async.active) {
                    return async;
                }
            }
        }
        return null;
    }

    /** True while the network puts data into the segment. */
    boolean isReceiving() {
        return bulk != null && bulk.isReceiving();
    }

    /** Sends pieces of transfers that no call waits for; true once all have left. */
    boolean pushHeld() {
        boolean all = push(reply);
        for (OutgoingTransfer async : asyncs) {
            all &= push(async);
        }
        return all;
    }

    /** True for the first piece of a bulk message that comes back; the rest of it is not sent. */
    boolean isFirstReturned(long number) {
        for (long known : returned) {
            if (known == number) {
                return false;
            }
        }
        returned[returnedNext] = number;
        returnedNext = (returnedNext + 1) % RETURNED_KEPT;
        endIf(waited, number);
        for (OutgoingTransfer async : asyncs) {
            endIf(async, number);
        }
        endIf(reply, number);
        return true;
    }

    private static void endIf(OutgoingTransfer transfer, long number) {
        if (transfer.active && transfer.number() == number) {
            transfer.end();
        }
    }
}
