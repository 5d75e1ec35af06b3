package org.bipj.sim.am;

import java.lang.foreign.MemorySegment;

/**
 * What a worm carries: a message with its private header, or an answer to one. It is a copy, because a duplicate may
 * still be on its way when its entry holds another message.
 *
 * <pre>
 *   private header    | type | source | channel, bit | stamp | epoch | lengths        {@link AmSettings#HEADER} bytes
 *   message           | to | from | tag | the library's header | words | data         none in an answer
 * </pre>
 */
final class AmPacket {
    /** The answer that asks for another transmission later; others are 0 or a reason of refusal. */
    static final int NACK = -1;

    final boolean isAnswer;
    /** Ranks, each the only one of its board. */
    final int source;

    final int destination;
    int channel;
    int bit;
    int stamp;
    int epoch;
    int answer;

    long to;
    long from;
    long tag;
    long header;
    int kind;
    /** Why a message comes back to its sender; 0 if it does not. */
    int reason;

    int wordCount;
    int bytes;
    private MemorySegment words;
    private MemorySegment data;

    private AmPacket(boolean isAnswer, int source, int destination) {
        this.isAnswer = isAnswer;
        this.source = source;
        this.destination = destination;
    }

    /** An acknowledgement, positive or negative, of a packet that has arrived. */
    static AmPacket answer(int source, int destination, int channel, int stamp, int answer) {
        AmPacket packet = new AmPacket(true, source, destination);
        packet.channel = channel;
        packet.stamp = stamp;
        packet.answer = answer;
        return packet;
    }

    /** A packet with a copy of the message in a send entry. */
    static AmPacket of(AmEntry entry, int source, int destination) {
        AmPacket packet = new AmPacket(false, source, destination);
        packet.to = entry.peer;
        packet.from = entry.reason == 0 ? entry.endpoint.name() : entry.sentTo;
        packet.tag = entry.tag;
        packet.header = entry.header;
        packet.kind = entry.kind;
        packet.reason = entry.reason;
        packet.wordCount = entry.words;
        packet.bytes = entry.bytes;
        long wordBytes = 4L * entry.words;
        packet.words = memory(wordBytes);
        MemorySegment.copy(entry.endpoint.words(), entry.endpoint.wordsAt(entry.index), packet.words, 0, wordBytes);
        packet.data = memory(entry.bytes);
        MemorySegment.copy(entry.data(), 0, packet.data, 0, entry.bytes);
        return packet;
    }

    private static MemorySegment memory(long bytes) {
        return MemorySegment.ofArray(new long[(int) (bytes + Long.BYTES - 1) / Long.BYTES]);
    }

    /** Writes the message into an entry of the endpoint that it has reached. */
    void writeTo(AmEntry entry) {
        entry.kind = kind;
        entry.peer = from;
        entry.sentTo = to;
        entry.tag = tag;
        entry.header = header;
        entry.words = wordCount;
        entry.bytes = bytes;
        entry.reason = reason;
        MemorySegment.copy(words, 0, entry.endpoint.words(), entry.endpoint.wordsAt(entry.index), 4L * wordCount);
        MemorySegment.copy(data, 0, entry.data(bytes), 0, bytes);
    }

    @Override
    public String toString() {
        String what = isAnswer ? "an acknowledgement" : "a message of " + bytes + " bytes";
        return what + " from rank " + source + " to rank " + destination;
    }

    /** How many bytes follow the board's private header. */
    int bodyBytes() {
        return AmSettings.ENTRY_HEADER + 4 * wordCount + bytes;
    }
}
