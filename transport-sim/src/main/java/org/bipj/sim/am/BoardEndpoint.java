package org.bipj.sim.am;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.function.Predicate;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointMessage;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.sim.kernel.Event;

/**
 * An endpoint: four queues of entries, which host and firmware both read and write in place while it is resident in a
 * frame of the board. Else its page is in host memory: the host still polls it there, and a message that the host writes
 * is a fault, for which the segment driver loads it. Requests and replies that come back stay in the entries from which
 * they were sent, so that they need no room in the reply receive queue, and are polled in one order with the replies.
 */
final class BoardEndpoint implements Endpoint {
    private static final int WORD_BYTES = 4 * AmSettings.WORDS;

    private final AmDriver port;
    private final EndpointSink sink;
    private final AmSettings settings;
    private BoardEndpointGroup group;
    private final int number;
    private final long name;
    private final long anyGeneration;
    private final AmEntry[] entries;
    private final MemorySegment words;
    /** The view of a message that the sink is called with; one object serves all calls. */
    private final EndpointMessage message = new EndpointMessage();

    private MemorySegment claimed = MemorySegment.NULL;

    /** Requests that wait for a poll, in the order of their arrival. */
    private final ArrayDeque<AmEntry> requests = new ArrayDeque<>();

    /** Replies, and what has come back. A request that the library cannot take must not keep them. */
    private final ArrayDeque<AmEntry> replies = new ArrayDeque<>();

    /** What the firmware has to send and has not begun to, in the order of commits. */
    private final ArrayDeque<AmEntry> toSend = new ArrayDeque<>();

    /** The tag as the board knows it. */
    private long tag = Endpoints.NO_TAG;

    // ---- the segment driver's, and the board's
    /** Where its page is, as the board sees it. */
    Residence residence = Residence.HOST;
    /** Whether the endpoint is resident, and the host can write to it. */
    boolean isMapped;
    /** The board can use its staging area. */
    boolean isStaged;
    /** The board has reported a fault that is not served yet. */
    boolean isReported;
    /** Until when it may not leave its frame. */
    long heldUntilPs;

    private long sentAgain;
    private boolean closed;
    /** The board knows that it is closed. */
    private boolean closing;

    BoardEndpoint(AmDriver port, EndpointSink sink, int number, int generation) {
        this.port = port;
        this.sink = sink;
        this.number = number;
        settings = port.network().settings();
        name = new EndpointName(port.rank(), number, generation).packed();
        anyGeneration = new EndpointName(port.rank(), number, 0).packed();
        entries = new AmEntry[AmSettings.QUEUES * settings.entries];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = new AmEntry(this, i);
        }
        words = MemorySegment.ofArray(new long[entries.length * WORD_BYTES / Long.BYTES]);
    }

    AmDriver port() {
        return port;
    }

    int number() {
        return number;
    }

    @Override
    public long name() {
        return name;
    }

    @Override
    public void setTag(long newTag) {
        checkCaller();
        port.charge("set tag", isMapped ? port.pioWritePs(Long.BYTES) : port.pollPs());
        port.atClock(new Event() {
            @Override
            protected void fire() {
                tag = newTag;
                port.serves();
            }
        });
    }

    // ---- messages out ------------------------------------------------------------------------------------------

    @Override
    public long claim(int kind, long to, int wordCount, int bytes) {
        checkCaller();
        port.checkKind(kind);
        checkLengths(wordCount, bytes);
        if (!canClaim(kind)) {
            return BACK_PRESSURED;
        }
        AmEntry entry = freeEntry(kind);
        entry.state = AmEntry.State.CLAIMED;
        entry.kind = kind;
        entry.peer = to;
        entry.words = wordCount;
        entry.bytes = bytes;
        claimed = entry.data(bytes);
        return entry.index;
    }

    private void checkLengths(int wordCount, int bytes) {
        if (wordCount < 0 || wordCount > AmSettings.WORDS) {
            throw new IllegalArgumentException(
                    port.who() + ": " + wordCount + " words; expected 0 to " + AmSettings.WORDS);
        }
        if (bytes < 0 || bytes > settings.mediumBytes) {
            throw new IllegalArgumentException(
                    port.who() + ": a message of " + bytes + " bytes; expected 0 to " + settings.mediumBytes);
        }
    }

    @Override
    public boolean canReply() {
        checkCaller();
        return canClaim(Endpoints.REPLY);
    }

    private boolean canClaim(int kind) {
        if (freeEntry(kind) == null && !port.isPolling()) {
            port.sync();
        }
        if (freeEntry(kind) == null) {
            port.starve();
            return false;
        }
        return true;
    }

    /** A free entry of a queue; null if there is none. */
    AmEntry freeEntry(int queue) {
        for (int i = queue * settings.entries; i < (queue + 1) * settings.entries; i++) {
            if (entries[i].state == AmEntry.State.FREE) {
                return entries[i];
            }
        }
        return null;
    }

    @Override
    public MemorySegment words() {
        return words;
    }

    @Override
    public long wordsAt(long entry) {
        return entry * WORD_BYTES;
    }

    @Override
    public MemorySegment data() {
        return claimed;
    }

    @Override
    public long dataAt(long entry) {
        return 0;
    }

    @Override
    public void commit(long entry, long tagOfPeer, long header) {
        AmEntry claim = entryIn(entry, AmEntry.State.CLAIMED, "commit");
        claim.tag = tagOfPeer;
        claim.header = header;
        claim.reason = 0;
        port.chargeSend(claim.words);
        claim.enter(AmEntry.State.QUEUED, port.clock());
        if (!isMapped) {
            port.fault(this);
        }
    }

    @Override
    public void abort(long entry) {
        entryIn(entry, AmEntry.State.CLAIMED, "abort").state = AmEntry.State.FREE;
    }

    private AmEntry entryIn(long entry, AmEntry.State state, String call) {
        checkCaller();
        if (entry < 0 || entry >= entries.length || entries[(int) entry].state != state) {
            throw new IllegalArgumentException(port.who() + ": " + call + " of entry " + entry + " of endpoint "
                    + number + "; expected one that is " + state
                    + (entry < 0 || entry >= entries.length ? "" : ", it is " + entries[(int) entry].state));
        }
        return entries[(int) entry];
    }

    /** Moves this endpoint from its group to another one. */
    void join(BoardEndpointGroup other) {
        checkCaller();
        if (group != null) {
            group.leave(this);
        }
        group = other;
        other.enter(this);
    }

    // ---- messages in -------------------------------------------------------------------------------------------

    /** Hands waiting messages to the sink, replies and what came back before requests. */
    int poll(int limit) {
        if (!isReady()) {
            chargeEmptyPoll();
            return 0;
        }
        port.polling(true);
        try {
            int delivered = poll(replies, limit);
            return delivered + poll(requests, limit - delivered);
        } finally {
            port.polling(false);
        }
    }

    /** The first message that the sink does not take keeps those behind it in their queue. */
    private int poll(ArrayDeque<AmEntry> queue, int limit) {
        int delivered = 0;
        while (delivered < limit && !queue.isEmpty() && deliver(queue.peek(), queue)) {
            delivered++;
            port.suspend();
        }
        return delivered;
    }

    void chargeEmptyPoll() {
        port.charge("empty poll", isMapped ? port.pioReadPs() : port.pollPs());
    }

    /** True if something waits, as far as the simulation has come. */
    boolean isReady() {
        return !requests.isEmpty() || !replies.isEmpty();
    }

    private boolean deliver(AmEntry entry, ArrayDeque<AmEntry> queue) {
        port.chargeReceive(entry.words, isMapped);
        message.set(entry.kind, entry.peer, entry.tag, entry.header);
        message.setWords(words, wordsAt(entry.index), entry.words);
        message.setData(entry.data(), 0, entry.bytes);
        if (entry.reason != 0) {
            queue.remove();
            done(entry);
            sink.onReturned(message, entry.reason);
            return true;
        }
        int verdict = sink.onMessage(message);
        if (verdict == EndpointSink.NOT_NOW) {
            return false;
        }
        if (verdict != EndpointSink.DONE && ~verdict < Endpoints.FIRST_OWN_REASON) {
            throw new IllegalArgumentException(port.who() + ": a sink returns " + verdict
                    + "; expected DONE, NOT_NOW or the complement of a reason from " + Endpoints.FIRST_OWN_REASON
                    + " on");
        }
        queue.remove();
        if (verdict == EndpointSink.DONE) {
            done(entry);
        } else {
            entry.state = AmEntry.State.DONE;
            sendBack(entry, ~verdict, port.clock());
        }
        return true;
    }

    private void done(AmEntry entry) {
        entry.state = AmEntry.State.DONE;
        entry.enter(AmEntry.State.FREE, port.clock());
    }

    private static void sendBack(AmEntry entry, int reason, long at) {
        entry.reason = reason;
        entry.enter(AmEntry.State.QUEUED, at);
    }

    // ---- for the firmware --------------------------------------------------------------------------------------

    /** A free entry of a receive queue for a packet; null if there is none. What comes back waits among the replies. */
    AmEntry freeReceiveEntry(AmPacket packet) {
        return freeEntry(AmSettings.KINDS + (packet.reason != 0 ? Endpoints.REPLY : packet.kind));
    }

    /** True if a packet is for it. The board knows the names of all endpoints of its host, resident or not. */
    boolean isCalled(AmPacket packet) {
        return !closing && (packet.to == name || packet.to == anyGeneration);
    }

    /** Why a packet cannot be accepted, ever; 0 if it can. Its tag is in its page. */
    int refusal(AmPacket packet) {
        boolean fits = tag == Endpoints.ANY_TAG || tag == packet.tag && tag != Endpoints.NO_TAG;
        boolean compares = settings.protects && packet.kind == Endpoints.REQUEST && packet.reason == 0;
        return fits || !compares ? 0 : Endpoints.WRONG_TAG;
    }

    /** The next entry to send that can be sent now, without taking it; null if there is none. */
    AmEntry firstToSend(Predicate<AmEntry> sendable) {
        for (AmEntry entry : toSend) {
            if (sendable.test(entry)) {
                return entry;
            }
        }
        return null;
    }

    boolean hasToSend() {
        return !toSend.isEmpty();
    }

    AmEntry[] entries() {
        return entries;
    }

    /** An entry that the firmware had begun to send, or to take, is to be sent from the beginning. */
    void again(AmEntry entry) {
        toSend.addFirst(entry);
    }

    /** Counts an entry that is transmitted once more. */
    void countAgain() {
        sentAgain++;
    }

    @Override
    public long sentAgain() {
        return sentAgain;
    }

    /** The firmware begins to send an entry. */
    void begun(AmEntry entry) {
        toSend.remove(entry);
    }

    /** An entry has entered a state, at the kernel's time. */
    void entered(AmEntry entry) {
        switch (entry.state) {
            case QUEUED -> {
                toSend.add(entry);
                if (isMapped) {
                    port.ring(this);
                } else {
                    port.want(this);
                }
            }
            case READY, RETURNED -> {
                if (closing) {
                    drop(entry);
                } else {
                    if (!closed && !isReady()) {
                        group.arrived();
                    }
                    (entry.kind == Endpoints.REQUEST && entry.reason == 0 ? requests : replies).add(entry);
                    port.wake();
                }
            }
            case FREE -> {
                port.freed();
                endIfEmpty();
            }
            default -> throw new IllegalStateException(entry + " by an event");
        }
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** The board learns that the endpoint is closed, at the kernel's time. */
    void end() {
        closing = true;
        requests.forEach(this::drop);
        requests.clear();
        replies.forEach(this::drop);
        replies.clear();
        for (AmEntry entry : entries) {
            if (entry.state == AmEntry.State.CLAIMED) {
                entry.state = AmEntry.State.FREE;
            }
        }
        endIfEmpty();
    }

    /** The endpoint is not polled any more. A message is returned to its sender; a returned message is dropped. */
    private void drop(AmEntry entry) {
        long now = port.kernel().now();
        if (entry.reason == 0) {
            sendBack(entry, Endpoints.NO_ENDPOINT, now);
        } else {
            entry.enter(AmEntry.State.FREE, now);
        }
    }

    /** True if it is closed and has no message left. */
    boolean hasEnded() {
        return closing && isIdle();
    }

    private void endIfEmpty() {
        if (hasEnded()) {
            port.ended(this);
        }
    }

    /** True if no entry is in use. */
    boolean isIdle() {
        for (AmEntry entry : entries) {
            if (entry.state != AmEntry.State.FREE || entry.isScheduled()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        checkCaller();
        closed = true;
        group.leave(this);
        port.closing(this);
        port.atClock(new Event() {
            @Override
            protected void fire() {
                end();
            }
        });
    }

    private void checkCaller() {
        port.checkCaller();
        if (closed) {
            throw new IllegalStateException(port.who() + ": endpoint " + number + " is closed");
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("endpoint " + number + (closing ? ", closed" : ""));
        for (AmEntry entry : entries) {
            if (entry.state != AmEntry.State.FREE) {
                text.append(", ").append(entry.index).append(' ').append(entry.state);
            }
        }
        return text.toString();
    }
}
