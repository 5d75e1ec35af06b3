package org.bipj.shm.rings;

import java.util.function.IntConsumer;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.SharedCopy;

/** The rings of both lanes from one peer. */
public final class Inbound {
    public final RingReader control;
    /** The first data ring; the long one once the peer has moved to it. */
    public RingReader data;
    /** The copy out of this rank's memory that the peer has asked for. */
    public final SharedCopy sharedCopy;

    private final Store store;
    private final RingSender from;
    private final int rank;
    private final Mapping mapping;
    private Mapping longMapping;
    /** Bytes read from the first data ring once the long one serves. */
    private long moved;

    private Inbound(Store store, RingSender from, int peer, int rank, Mapping mapping, IntConsumer help) {
        this.store = store;
        this.from = from;
        this.rank = rank;
        this.mapping = mapping;
        sharedCopy = RingFile.sharedCopy(mapping.memory());
        control = new RingReader(mapping.memory(), true, NicPort.CONTROL, peer, help);
        control.wakeOver(from.board(), from.rank());
        data = new RingReader(mapping.memory(), false, NicPort.DATA, peer, this::moved);
        data.wakeOver(from.board(), from.rank());
    }

    /**
     * Attaches the rings that a peer has made.
     *
     * @param store of the receiver's job
     * @param peer the peer's number on the receiver's port
     * @param rank the receiver
     * @param help called when the peer asks this rank to work on a shared copy
     */
    public static Inbound open(Store store, RingSender from, int peer, int rank, IntConsumer help) {
        Mapping mapping = store.open(RingFile.name(from.name(), rank));
        try {
            RingFile.validate(mapping.memory(), from, rank);
        } catch (PortException e) {
            mapping.close();
            throw e;
        }
        return new Inbound(store, from, peer, rank, mapping, help);
    }

    /** The peer has moved to its long ring. */
    private void moved(int peer) {
        longMapping = store.open(LongRing.name(from.name(), rank));
        LongRing.validate(longMapping.memory(), from, rank);
        moved = data.position();
        data = new RingReader(
                longMapping.memory(), LongRing.place(longMapping.memory()), NicPort.DATA, peer, this::moved);
        data.wakeOver(from.board(), from.rank());
    }

    /** Passes up to {@code limit} packets of each lane to the sink; returns their number. */
    public int poll(PacketSink sink, int limit) {
        int handed = data.poll(sink, limit);
        return handed + control.poll(sink, limit);
    }

    /** True if a packet is there on either lane. */
    public boolean hasPacket() {
        return data.hasPacket() || control.hasPacket();
    }

    /** Bytes that have been read from all rings; never falls. */
    public long moves() {
        return control.position() + data.position() + moved;
    }

    /** Unmaps the rings. */
    public void close() {
        mapping.close();
        if (longMapping != null) {
            longMapping.close();
        }
    }
}
