package org.bipj.core.protocol.tcp;

/**
 * A segment without its ports. Immutable: the data must not change.
 *
 * <pre>
 *   ports (4)  sequence (4)  acknowledgement (4)  flags (4: with length and window)  checksum (4)  [ largest (4) ]  data
 * </pre>
 */
public final class TcpSegment {
    /** The sender will send no more data. */
    public static final int FIN = 1;
    /** Begins a connection. */
    public static final int SYN = 2;
    /** Ends a connection at once. */
    public static final int RST = 4;
    /** The acknowledgement is valid. */
    public static final int ACK = 16;

    private static final int HEADER = 20;
    private static final int OPTION = 4;
    private static final byte[] EMPTY = {};

    private final int sequence;
    private final int acknowledgement;
    private final int flags;
    private final int window;
    private final int largest;
    private final byte[] data;

    /**
     * A segment.
     *
     * @param sequence number of its first byte, modulo 2<sup>32</sup>
     * @param acknowledgement number of the next byte that its sender expects
     * @param flags sum of {@link #FIN}, {@link #SYN}, {@link #RST}, {@link #ACK}
     * @param window bytes that its sender accepts from there on, 0 to 65,535
     * @param largest bytes that a segment to its sender may have, an option of a SYN; 0: none
     */
    public TcpSegment(int sequence, int acknowledgement, int flags, int window, int largest, byte[] data) {
        this.sequence = sequence;
        this.acknowledgement = acknowledgement;
        this.flags = flags;
        this.window = window;
        this.largest = largest;
        this.data = data;
    }

    static TcpSegment control(int sequence, int acknowledgement, int flags, int window) {
        return new TcpSegment(sequence, acknowledgement, flags, window, 0, EMPTY);
    }

    /** The answer to a segment for which there is no connection (RFC 9293, 3.10.7.1). The segment must not be a RST. */
    public static TcpSegment refusal(TcpSegment of) {
        return of.has(ACK)
                ? control(of.acknowledgement, 0, RST, 0)
                : control(0, of.sequence + of.length(), RST | ACK, 0);
    }

    /** The number of its first byte. */
    public int sequence() {
        return sequence;
    }

    /** The number of the next byte that its sender expects. */
    public int acknowledgement() {
        return acknowledgement;
    }

    /** How many bytes its sender accepts. */
    public int window() {
        return window;
    }

    /** Most bytes of a segment to its sender; 0 if it does not say. */
    public int largest() {
        return largest;
    }

    /** True if one of these flags is set. */
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /** Its bytes, which must not be changed. */
    byte[] data() {
        return data;
    }

    /** How many bytes of data it has. */
    public int dataLength() {
        return data.length;
    }

    /** Sequence numbers that it takes: its bytes, and one each for SYN and FIN. */
    public int length() {
        return data.length + (has(SYN) ? 1 : 0) + (has(FIN) ? 1 : 0);
    }

    /** Its bytes on the wire, without those of IP. */
    public int wireBytes() {
        return HEADER + (largest == 0 ? 0 : OPTION) + data.length;
    }

    @Override
    public String toString() {
        return (has(SYN) ? "SYN " : "")
                + (has(FIN) ? "FIN " : "")
                + (has(RST) ? "RST " : "")
                + Integer.toUnsignedString(sequence) + "+" + data.length
                + (has(ACK) ? " ack " + Integer.toUnsignedString(acknowledgement) : "") + " window " + window;
    }
}
