package org.bipj.sim.gam;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.bipj.core.nic.Endpoint;
import org.bipj.core.nic.EndpointMessage;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.PortException;
import org.bipj.sim.kernel.Event;

/**
 * The one endpoint of a board: a ring of descriptors for each direction, in the board's memory. A request takes one of the
 * destination's credits until its reply is polled. So neither ring can be full while each request is answered once.
 */
final class GamEndpoint implements Endpoint {
    private final GamPort port;
    private final GamSettings settings;
    private final EndpointSink sink;
    private final long name;
    /** What the board has received and the host has not cleared, in the order of arrival. */
    private final ArrayDeque<GamPacket> in;
    /** By destination: how many requests are outstanding. */
    private final int[] outstanding;
    /** The view of a message that the sink is called with; one object serves all calls. */
    private final EndpointMessage message = new EndpointMessage();

    private GamGroup group;
    private GamPacket claimed;
    /** Descriptors of the outgoing ring that are in use. */
    private int outUsed;

    private boolean polling;
    private boolean closed;

    GamEndpoint(GamPort port, EndpointSink sink, ArrayDeque<GamPacket> in) {
        this.port = port;
        this.sink = sink;
        this.in = in;
        settings = port.network().settings();
        name = new EndpointName(port.rank(), 0, 1).packed();
        outstanding = new int[port.size()];
    }

    GamPort port() {
        return port;
    }

    @Override
    public long name() {
        return name;
    }

    @Override
    public void setTag(long tag) {
        checkCaller();
        checkTag(tag);
    }

    private void checkTag(long tag) {
        if (tag != Endpoints.ANY_TAG) {
            throw new IllegalArgumentException(
                    port.who() + ": tag " + tag + "; GAM has no tags: expected Endpoints.ANY_TAG (1)");
        }
    }

    void join(GamGroup other) {
        checkCaller();
        if (group != null) {
            group.leave();
        }
        group = other;
        other.enter(this);
    }

    // ---- messages out ------------------------------------------------------------------------------------------

    @Override
    public long claim(int kind, long to, int wordCount, int bytes) {
        checkCaller();
        port.checkKind(kind);
        check("argument words of a message", wordCount, GamSettings.WORDS);
        check("bytes of a message", bytes, settings.packet);
        int rank = EndpointName.rank(to);
        checkDestination(rank, EndpointName.endpoint(to));
        if (kind == Endpoints.REQUEST && outstanding[rank] == settings.depth || !canReply()) {
            return BACK_PRESSURED;
        }
        outUsed++;
        claimed = new GamPacket(port.rank(), rank, kind, wordCount, bytes);
        return 0;
    }

    private void check(String what, int value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(port.who() + ": " + value + " " + what + "; GAM takes 0 to " + most);
        }
    }

    private void checkDestination(int rank, int endpoint) {
        if (rank >= port.size()) {
            throw new IllegalArgumentException(
                    port.who() + ": a message to rank " + rank + "; expected 0 to " + (port.size() - 1));
        }
        if (endpoint != 0) {
            throw new IllegalArgumentException(port.who() + ": a message to endpoint " + endpoint + " of rank " + rank
                    + "; GAM has one endpoint for each board: expected 0");
        }
        if (!port.network().connects(port.rank(), rank)) {
            throw new PortException(
                    port.who() + ": no route to rank " + rank + ", and GAM returns no messages to their senders");
        }
    }

    @Override
    public boolean canReply() {
        checkCaller();
        if (outUsed == settings.ring() && !polling) {
            port.sync();
        }
        if (outUsed == settings.ring()) {
            port.starve();
            return false;
        }
        return true;
    }

    @Override
    public MemorySegment words() {
        return claimed.words;
    }

    @Override
    public long wordsAt(long entry) {
        return 0;
    }

    @Override
    public MemorySegment data() {
        return claimed.data;
    }

    @Override
    public long dataAt(long entry) {
        return 0;
    }

    @Override
    public void commit(long entry, long tag, long header) {
        GamPacket packet = takeClaimed("commit");
        if (packet.kind == Endpoints.REQUEST) {
            checkTag(tag);
            outstanding[packet.destination]++;
        }
        packet.header = header;
        port.chargeSend(packet);
        port.atClock(new Event() {
            @Override
            protected void fire() {
                port.ring(packet);
            }
        });
    }

    @Override
    public void abort(long entry) {
        takeClaimed("abort");
        outUsed--;
    }

    private GamPacket takeClaimed(String call) {
        checkCaller();
        if (claimed == null) {
            throw new IllegalArgumentException(port.who() + ": " + call + "; expected a claim before it");
        }
        GamPacket packet = claimed;
        claimed = null;
        return packet;
    }

    /** The board has sent a packet, and its descriptor is free. */
    void sent() {
        outUsed--;
    }

    /** Always 0: what is lost stays lost. */
    @Override
    public long sentAgain() {
        return 0;
    }

    // ---- messages in -------------------------------------------------------------------------------------------

    /** True if the next descriptor is published, as far as the simulation has come. */
    boolean isReady() {
        return !in.isEmpty() && in.peek().isPublished;
    }

    /** Resumes whoever waits for arrivals, when the board has published a descriptor. */
    void published(boolean wasReady) {
        if (!wasReady && isReady() && group != null) {
            group.arrived();
        }
    }

    void chargeEmptyPoll() {
        port.charge("empty poll", port.pioReadPs());
    }

    /** Delivers what waits, in the order of the ring. */
    int poll(int limit) {
        if (polling) {
            throw new IllegalStateException(port.who() + " polls within a poll");
        }
        if (!isReady()) {
            chargeEmptyPoll();
            return 0;
        }
        polling = true;
        try {
            int delivered = 0;
            while (delivered < limit && isReady() && deliver(in.remove())) {
                delivered++;
            }
            return delivered;
        } finally {
            polling = false;
        }
    }

    private boolean deliver(GamPacket packet) {
        port.chargeReceive(packet);
        int verdict = EndpointSink.DONE;
        try {
            verdict = give(packet);
        } finally {
            if (verdict == EndpointSink.NOT_NOW) {
                in.addFirst(packet);
            } else {
                taken(packet);
            }
        }
        if (verdict != EndpointSink.DONE && verdict != EndpointSink.NOT_NOW) {
            throw new PortException(port.who() + ": the sink refuses a " + packet + " (it returns " + verdict
                    + "), and GAM returns no messages to their senders");
        }
        return verdict == EndpointSink.DONE;
    }

    private int give(GamPacket packet) {
        message.set(packet.kind, new EndpointName(packet.source, 0, 1).packed(), Endpoints.ANY_TAG, packet.header);
        message.setWords(packet.words, 0, packet.wordCount);
        message.setData(packet.data, 0, packet.bytes);
        return sink.onMessage(message);
    }

    private void taken(GamPacket packet) {
        if (packet.kind == Endpoints.REPLY) {
            outstanding[packet.source]--;
            port.freed();
        }
        port.clear();
    }

    /** Describes requests without an answer, as "2 to rank 1"; empty if all are answered. */
    String openRequests() {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < outstanding.length; rank++) {
            if (outstanding[rank] > 0) {
                text.append(text.isEmpty() ? "" : ", ").append(outstanding[rank] + " to rank " + rank);
            }
        }
        return text.toString();
    }

    /** True if nothing waits to be sent or read. */
    boolean isIdle() {
        return outUsed == 0;
    }

    @Override
    public void close() {
        if (!closed) {
            checkCaller();
            closed = true;
            group.leave();
        }
    }

    private void checkCaller() {
        port.checkCaller();
        if (closed) {
            throw new IllegalStateException(port.who() + ": its endpoint is closed");
        }
    }
}
