package org.bipj.crl;

import java.util.Arrays;
import org.bipj.lci.Channel;
import org.bipj.lci.Disposal;
import org.bipj.lci.Group;
import org.bipj.lci.Lci;
import org.bipj.lci.ReceivedPacket;
import org.bipj.lci.SendPacket;

/**
 * Values that all ranks contribute to, and whose result all get: up a binary tree to rank 0, and down by a multicast. The order
 * of additions depends on the number of ranks only.
 *
 * <pre>
 *   0        4        8
 *   +--------+--------+----------------
 *   | what   | count  | values
 *   +--------+--------+----------------
 * </pre>
 */
final class ReductionTree {
    /** How values are combined. They are the bits of longs or doubles. */
    enum Operation {
        /** The sum of doubles. */
        SUM,
        /** The least of doubles. */
        MIN,
        /** The greatest of doubles. */
        MAX,
        /** A broadcast of longs: all ranks but one contribute 0. */
        BROADCAST;

        private static final Operation[] ALL = values();

        private long combine(long a, long b) {
            return switch (this) {
                case SUM -> Double.doubleToRawLongBits(Double.longBitsToDouble(a) + Double.longBitsToDouble(b));
                case MIN ->
                    Double.doubleToRawLongBits(Math.min(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
                case MAX ->
                    Double.doubleToRawLongBits(Math.max(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
                case BROADCAST -> a | b;
            };
        }
    }

    private static final int WHAT = 0;
    private static final int COUNT = 4;
    private static final int VALUES = 8;
    private static final int CHILDREN = 2;
    /** The slot of the result, behind those of children. */
    private static final int RESULT = CHILDREN;

    private final Lci lci;
    private final Channel channel;
    private final int rank;
    private final int size;
    private final int most;
    private Group all;

    /** By slot: what has arrived, and has not been taken. */
    private final boolean[] arrived = new boolean[CHILDREN + 1];

    private final Operation[] operations = new Operation[CHILDREN + 1];
    private final int[] counts = new int[CHILDREN + 1];
    private final long[][] values;

    ReductionTree(Lci lci, int channelNumber) {
        this.lci = lci;
        rank = lci.rank();
        size = lci.size();
        most = (lci.payload() - VALUES) / Long.BYTES;
        values = new long[CHILDREN + 1][most];
        channel = lci.open(channelNumber, this::onPacket);
    }

    /** The most values that one reduction can carry. */
    int most() {
        return most;
    }

    private int child(int slot) {
        return CHILDREN * rank + 1 + slot;
    }

    private int parent() {
        return (rank - 1) / CHILDREN;
    }

    private Disposal onPacket(ReceivedPacket packet) {
        int slot = packet.group() != null ? RESULT : packet.source() - child(0);
        int count = packet.getInt(COUNT);
        operations[slot] = Operation.ALL[packet.getInt(WHAT)];
        counts[slot] = count;
        for (int i = 0; i < count; i++) {
            values[slot][i] = packet.getLong(VALUES + i * Long.BYTES);
        }
        arrived[slot] = true;
        return Disposal.RELEASE;
    }

    /** Combines values of all ranks, in place. Called by all ranks with the same operation and as many values. */
    void all(Operation operation, long[] mine) {
        if (size == 1) {
            return;
        }
        if (all == null) {
            int[] members = new int[size];
            Arrays.setAll(members, member -> member);
            all = lci.group(members);
        }
        for (int slot = 0; slot < CHILDREN && child(slot) < size; slot++) {
            take(slot, child(slot), operation, mine.length);
            for (int i = 0; i < mine.length; i++) {
                mine[i] = operation.combine(mine[i], values[slot][i]);
            }
        }
        if (rank == 0) {
            channel.multicast(all, packet(operation, mine), VALUES + mine.length * Long.BYTES);
        } else {
            channel.unicast(parent(), packet(operation, mine), VALUES + mine.length * Long.BYTES);
            take(RESULT, 0, operation, mine.length);
            System.arraycopy(values[RESULT], 0, mine, 0, mine.length);
        }
    }

    private SendPacket packet(Operation operation, long[] mine) {
        SendPacket packet = channel.allocate();
        packet.putInt(WHAT, operation.ordinal());
        packet.putInt(COUNT, mine.length);
        for (int i = 0; i < mine.length; i++) {
            packet.putLong(VALUES + i * Long.BYTES, mine[i]);
        }
        return packet;
    }

    private void take(int slot, int from, Operation operation, int count) {
        lci.await("CRL: a " + operation + " of " + count + " values, for rank " + from, () -> arrived[slot]);
        if (operations[slot] != operation || counts[slot] != count) {
            throw new CrlException(
                    rank,
                    "a " + operation + " of " + count + " values, and rank " + from + " calls a " + operations[slot]
                            + " of " + counts[slot] + "; expected the same call on all ranks");
        }
        arrived[slot] = false;
    }

    void close() {
        channel.close();
    }
}
