package org.bipj.core.channel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.bipj.core.protocol.LossDetector;
import org.jspecify.annotations.Nullable;

/** Sequence numbers and CRCs of packets in both directions, on a port that can lose or damage packets. */
final class PacketChecks {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    private final int peer;
    private final String place;
    private final ErrorHook hook;
    private final LossDetector out = new LossDetector();
    private final LossDetector in = new LossDetector();

    /**
     * Checks of one flow of packets in each direction.
     *
     * @param peer whose packets arrive
     * @param place names the flow in reports of damage
     */
    PacketChecks(int peer, String place, ErrorHook hook) {
        this.peer = peer;
        this.place = place;
        this.hook = hook;
    }

    /** Completes a packet that is to leave: number and CRC are in front of it. */
    void stamp(MemorySegment memory, long at, int bytes, int immediate) {
        int number = out.number();
        memory.set(INT, at - 8, number);
        memory.set(INT, at - 4, crc(number, immediate, memory, at, bytes));
    }

    /** Bytes of number and CRC of a packet that has arrived; negative if it is damaged or out of sequence, which is reported. */
    int judge(int immediate, MemorySegment memory, long at, int length) {
        String harm = harm(place, immediate, memory, at, length);
        if (harm == null) {
            int number = memory.get(INT, at);
            if (in.isNext(number)) {
                return Packet.CHECK_BYTES;
            }
            harm = place + "packet " + number + " out of sequence; expected " + in.expected();
        }
        hook.onError(peer, harm);
        return -1;
    }

    /** Describes the damage to a packet's bytes, without checking its sequence; null if there is none. */
    static @Nullable String harm(String place, int immediate, MemorySegment memory, long at, int length) {
        if (length < Packet.CHECK_BYTES) {
            return place + "a packet of " + length + " bytes; expected at least " + Packet.CHECK_BYTES;
        }
        int number = memory.get(INT, at);
        boolean isWhole = memory.get(INT, at + 4)
                == crc(number, immediate, memory, at + Packet.CHECK_BYTES, length - Packet.CHECK_BYTES);
        return isWhole ? null : place + "packet " + number + " is corrupt: its CRC does not match";
    }

    private static int crc(int number, int immediate, MemorySegment memory, long at, int bytes) {
        return LossDetector.crc(number ^ immediate, bytesOf(memory.asSlice(at, bytes)));
    }

    /** A simulated board's memory is in the heap, in arrays of words. */
    private static ByteBuffer bytesOf(MemorySegment packet) {
        return packet.isNative() ? packet.asByteBuffer() : ByteBuffer.wrap(packet.toArray(ValueLayout.JAVA_BYTE));
    }
}
