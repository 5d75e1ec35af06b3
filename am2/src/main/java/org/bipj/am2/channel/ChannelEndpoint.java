package org.bipj.am2.channel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.bipj.core.nic.EndpointMessage;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;

/**
 * One endpoint over the channel: its receive queues, and the ranks whose messages found them full. Invariant: entries in
 * the queue of requests and those that are reserved are together at most the capacity.
 */
final class ChannelEndpoint implements BulkEndpoint {
    final EndpointSink sink;
    /** The sink again if it takes bulk data; else null. */
    final BulkSink bulkSink;

    final EntryQueue requests = new EntryQueue();
    /** Replies, and messages of this endpoint that came back. */
    final EntryQueue replies = new EntryQueue();

    final UnderWay underWay = new UnderWay();

    ChannelGroup group;
    /** Stands in its group's list of endpoints that have something. */
    boolean listed;

    ChannelEndpoint nextListed;

    private final ChannelEndpoints all;
    private final long name;
    private long tag = Endpoints.NO_TAG;
    private int reserved;
    private boolean closed;
    private long sentAgain;
    /** The view of a message that the sink is called with; one object serves all calls. */
    private final EndpointMessage message = new EndpointMessage();
    /** Ranks whose messages were refused, one element for each message, as a ring. */
    private int[] refused = new int[4];

    private int refusedHead;
    private int refusedCount;

    ChannelEndpoint(ChannelEndpoints all, long name, ChannelGroup group, EndpointSink sink) {
        this.all = all;
        this.name = name;
        this.group = group;
        this.sink = sink;
        bulkSink = sink instanceof BulkSink bulk ? bulk : null;
    }

    // ---- what the library calls --------------------------------------------------------------------------------

    @Override
    public long name() {
        return name;
    }

    @Override
    public void setTag(long value) {
        tag = value;
    }

    @Override
    public long claim(int kind, long to, int words, int bytes) {
        return all.claim(this, kind, to, words, bytes);
    }

    @Override
    public long sentAgain() {
        return sentAgain;
    }

    /** A message that was refused is sent once more. */
    void countAgain() {
        sentAgain++;
    }

    @Override
    public boolean canReply() {
        return underWay.canReply();
    }

    @Override
    public MemorySegment words() {
        return all.claimedMemory();
    }

    @Override
    public long wordsAt(long entry) {
        return entry + AmEnvelope.HEADER;
    }

    @Override
    public MemorySegment data() {
        return all.claimedMemory();
    }

    @Override
    public long dataAt(long entry) {
        return entry + all.claimedDataAt();
    }

    @Override
    public void commit(long entry, long to, long header) {
        all.commit(entry, name, to, header);
    }

    @Override
    public void abort(long entry) {
        all.abort(entry);
    }

    @Override
    public boolean carries(long to, long bytes) {
        return all.carries(to, bytes);
    }

    @Override
    public boolean trySend(
            BulkSend data, int kind, long to, long tag, long header, int[] words, int count, long offset) {
        return all.trySend(this, data, kind, to, tag, header, words, count, offset);
    }

    @Override
    public boolean isReceiving() {
        return underWay.isReceiving();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            all.close(this);
        }
    }

    // ---- what the network calls --------------------------------------------------------------------------------

    int number() {
        return EndpointName.endpoint(name);
    }

    boolean accepts(long given) {
        return tag == given ? tag != Endpoints.NO_TAG : tag == Endpoints.ANY_TAG;
    }

    /** True if the data of an announced bulk message can come into the segment at once. */
    boolean takes(Entry entry) {
        return bulkSink.takesBulk(AmEnvelope.header(entry.memory, 0), offset(entry), entry.arrival.length());
    }

    /** Why an announced bulk message is sent back; 0: it is not. */
    int reasonAgainst(Entry entry) {
        int result = bulkSink.onBulk(
                AmEnvelope.kind(entry.envelope),
                AmEnvelope.from(entry.memory, 0),
                AmEnvelope.header(entry.memory, 0),
                offset(entry),
                entry.arrival.length());
        return result == EndpointSink.DONE ? 0 : ~result;
    }

    private static long offset(Entry entry) {
        return AmEnvelope.offset(entry.memory, 0, AmEnvelope.words(entry.envelope));
    }

    boolean hasSomething() {
        return !requests.isEmpty() || !replies.isEmpty();
    }

    EntryQueue queue(int type) {
        return type == AmEnvelope.REQUEST ? requests : replies;
    }

    boolean isFull() {
        return requests.size() + reserved >= ChannelEndpoints.RECEIVE_ENTRIES;
    }

    /** An entry is set aside for a message that is to come. */
    void reserve() {
        reserved++;
    }

    /** A message has come, or will not, for which an entry was set aside. */
    void unreserve() {
        if (reserved > 0) {
            reserved--;
        }
    }

    /** Notes a rank whose message was refused: it is granted an entry when there is room. */
    void refuse(int peer) {
        if (refusedCount == refused.length) {
            int[] longer = new int[2 * refusedCount];
            for (int i = 0; i < refusedCount; i++) {
                longer[i] = refused[(refusedHead + i) % refusedCount];
            }
            refused = longer;
            refusedHead = 0;
        }
        refused[(refusedHead + refusedCount++) % refused.length] = peer;
    }

    boolean hasRefused() {
        return refusedCount > 0;
    }

    /** True if a rank whose message was refused can have an entry now. */
    boolean hasRoomForRefused() {
        return refusedCount > 0 && !isFull();
    }

    /** The rank whose message was refused first, for which an entry is set aside now. */
    int takeRefused() {
        int peer = refused[refusedHead];
        refusedHead = (refusedHead + 1) % refused.length;
        refusedCount--;
        reserved++;
        return peer;
    }

    /** A rank has left: it keeps no messages any more. */
    void forget(int peer) {
        int[] left = new int[refused.length];
        int n = 0;
        for (int i = 0; i < refusedCount; i++) {
            int rank = refused[(refusedHead + i) % refused.length];
            if (rank != peer) {
                left[n++] = rank;
            }
        }
        refused = Arrays.copyOf(left, Math.max(4, left.length));
        refusedHead = 0;
        refusedCount = n;
    }

    /** Delivers a message that has waited to the sink, and returns the sink's answer. */
    int deliver(Entry entry) {
        if (entry.segment == null) {
            return deliver(entry.envelope, entry.memory, 0, entry.length);
        }
        describe(entry.envelope, entry.memory, 0);
        message.setData(entry.segment, offset(entry), entry.receivedBytes());
        return sink.onMessage(message);
    }

    /** Delivers a message to the sink, and returns the sink's answer. */
    int deliver(long envelope, MemorySegment memory, long at, int length) {
        int dataAt = AmEnvelope.dataAt(AmEnvelope.words(envelope));
        describe(envelope, memory, at);
        message.setData(memory, at + dataAt, length - dataAt);
        if (AmEnvelope.type(envelope) != AmEnvelope.RETURNED) {
            return sink.onMessage(message);
        }
        sink.onReturned(message, AmEnvelope.reason(envelope));
        return EndpointSink.DONE;
    }

    private void describe(long envelope, MemorySegment memory, long at) {
        message.set(
                AmEnvelope.kind(envelope),
                AmEnvelope.from(memory, at),
                AmEnvelope.tag(memory, at),
                AmEnvelope.header(memory, at));
        message.setWords(memory, at + AmEnvelope.HEADER, AmEnvelope.words(envelope));
    }
}
