package org.bipj.crl;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.bipj.lci.Channel;
import org.bipj.lci.Lci;
import org.bipj.lci.SendPacket;

/**
 * Messages on their way to LCI's packets, first in, first out: upcalls must not wait for a send packet. A region's data are
 * copied from the region when there is a packet for them.
 *
 * <pre>
 *   0        4        8                16
 *   +--------+--------+----------------+------------------
 *   | kind   | value  | id             | data of a region
 *   +--------+--------+----------------+------------------
 *   value: of data their offset in the region; else what the kind has to say
 * </pre>
 */
final class PendingMessages {
    static final int KIND = 0;
    static final int VALUE = 4;
    static final int ID = 8;
    static final int DATA = 16;

    private final Lci lci;
    private final Channel channel;
    private final int payload;
    private final BooleanSupplier rest = this::sendRest;
    /** LCI's polls try to send the rest. */
    private boolean deferred;

    /** A ring; its length is a power of two. */
    private int[] destinations = new int[16];

    private int[] kinds = new int[16];
    private int[] values = new int[16];
    private long[] ids = new long[16];
    /** The region whose data the message carries; null for a message without data. */
    private Region[] regions = new Region[16];

    private int head;
    private int size;
    /** Bytes of the first message's data that have left. */
    private int sent;

    PendingMessages(Lci lci, Channel channel) {
        this.lci = lci;
        this.channel = channel;
        payload = lci.payload();
    }

    /** Sends a message, now or in later polls. */
    void add(int destination, int kind, int value, long id, Region withData) {
        if (size == kinds.length) {
            grow();
        }
        int at = head + size & kinds.length - 1;
        destinations[at] = destination;
        kinds[at] = kind;
        values[at] = value;
        ids[at] = id;
        regions[at] = withData;
        size++;
        if (!deferred && !push()) {
            deferred = true;
            lci.defer(rest);
        }
    }

    private boolean sendRest() {
        deferred = !push();
        return !deferred;
    }

    private void grow() {
        int before = kinds.length;
        destinations = Arrays.copyOf(destinations, 2 * before);
        kinds = Arrays.copyOf(kinds, 2 * before);
        values = Arrays.copyOf(values, 2 * before);
        ids = Arrays.copyOf(ids, 2 * before);
        regions = Arrays.copyOf(regions, 2 * before);
        // The part before the head follows the end of the former ring.
        System.arraycopy(destinations, 0, destinations, before, head);
        System.arraycopy(kinds, 0, kinds, before, head);
        System.arraycopy(values, 0, values, before, head);
        System.arraycopy(ids, 0, ids, before, head);
        System.arraycopy(regions, 0, regions, before, head);
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Sends what there are packets for. Returns true if that is all. */
    private boolean push() {
        while (size > 0) {
            SendPacket packet = channel.tryAllocate();
            if (packet == null) {
                return false;
            }
            if (fill(packet)) {
                regions[head] = null;
                head = head + 1 & kinds.length - 1;
                size--;
                sent = 0;
            }
        }
        return true;
    }

    /** Sends the next packet of the first message. Returns true if that was the last one. */
    private boolean fill(SendPacket packet) {
        Region region = regions[head];
        MemorySegment memory = packet.segment();
        int bytes = 0;
        if (region != null) {
            bytes = Math.min(payload - DATA, region.length() - sent);
            MemorySegment.copy(region.memory, sent, memory, DATA, bytes);
        }
        packet.putInt(KIND, kinds[head]);
        packet.putInt(VALUE, region != null ? sent : values[head]);
        packet.putLong(ID, ids[head]);
        channel.unicast(destinations[head], packet, DATA + bytes);
        sent += bytes;
        return region == null || sent == region.length();
    }
}
