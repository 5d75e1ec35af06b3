package org.bipj.core.nic;

/**
 * The limits and abilities of a port, constant for its lifetime. Ports declare them by {@link #of}.
 *
 * @param maxPacket largest packet on the DATA lane, in bytes
 * @param maxControl largest packet on the CONTROL lane, in bytes
 * @param reliable no packet is lost, duplicated or corrupted; where false the channel numbers and checks every packet
 * @param fifo packets of one peer and lane arrive in the order in which they were committed
 * @param directAccess registered memory of a peer can be read and written by {@code get} and {@code put}
 * @param eagerLimit longest message worth sending in one packet without a rendezvous, in bytes; at most {@code maxPacket}
 *     less the channel's header
 * @param trainLimit longest message worth sending as a train of packets without a rendezvous, in bytes; 0 for none
 * @param creditWindow bytes of unmatched short messages that a peer is ready to hold for one sender
 * @param shortBytes longest short message of BIP, in bytes: up to it the way of short messages is the faster one (BIP
 *     paper, section 3: the constant differs from release to release); a multiple of 4
 * @param pipeline cost model of a packet on its way, from which packet sizes are planned
 */
public record Capabilities(
        int maxPacket,
        int maxControl,
        boolean reliable,
        boolean fifo,
        boolean directAccess,
        int eagerLimit,
        int trainLimit,
        int creditWindow,
        int shortBytes,
        PipelineModel pipeline) {

    /** The published {@link #shortBytes} (BIP paper, figure 3: the curve steps near 256 bytes). */
    public static final int SHORT_BYTES = 256;

    /**
     * Cost of moving one packet through the stages between two hosts (BIP paper, section 4.3): each of the {@code
     * stages} costs {@code packetNs + bytes / bytesPerNs}.
     *
     * @param stages stages that work on different packets at the same time (4 in the paper: memory to board, board to
     *     wire, wire to board, board to memory; 2 over shared memory: copy in, copy out)
     * @param packetNs fixed cost of a packet in one stage, in nanoseconds
     * @param bytesPerNs rate of the slowest stage, in bytes per nanosecond (GB/s)
     * @param granularity packet sizes are multiples of this many bytes
     */
    public record PipelineModel(int stages, double packetNs, double bytesPerNs, int granularity) {}

    /**
     * Begins the declaration of a port that is not reliable, not FIFO and without direct access, holds no unmatched short
     * messages, and sends all messages but empty ones by rendezvous.
     *
     * @param pipeline cost model of a packet on its way
     */
    public static Builder of(PipelineModel pipeline) {
        return new Builder(pipeline);
    }

    /** Declares what a port can do, each value by its name; see the components of {@link Capabilities}. */
    public static final class Builder {
        private final PipelineModel pipeline;
        private int maxPacket;
        private int maxControl;
        private boolean reliable;
        private boolean fifo;
        private boolean directAccess;
        private int eagerLimit;
        private int trainLimit;
        private int creditWindow;
        private int shortBytes = SHORT_BYTES;

        private Builder(PipelineModel pipeline) {
            this.pipeline = pipeline;
        }

        /** The largest packets of the lanes, in bytes. */
        public Builder maxPacket(int data, int control) {
            maxPacket = data;
            maxControl = control;
            return this;
        }

        /** No packet is lost, duplicated or corrupted. */
        public Builder reliable() {
            return reliable(true);
        }

        /** As {@link #reliable()}, if that is so. */
        public Builder reliable(boolean is) {
            reliable = is;
            return this;
        }

        /** Packets of one peer and lane arrive in the order in which they were committed. */
        public Builder fifo() {
            return fifo(true);
        }

        /** As {@link #fifo()}, if that is so. */
        public Builder fifo(boolean is) {
            fifo = is;
            return this;
        }

        /** Registered memory of a peer can be read and written. */
        public Builder directAccess() {
            return directAccess(true);
        }

        /** As {@link #directAccess()}, if that is so. */
        public Builder directAccess(boolean is) {
            directAccess = is;
            return this;
        }

        /** The longest messages without a rendezvous, in bytes: of one packet, and of a train of packets (0: none). */
        public Builder eager(int packet, int train) {
            eagerLimit = packet;
            trainLimit = train;
            return this;
        }

        /** Bytes of unmatched short messages that a peer is ready to hold for one sender. */
        public Builder creditWindow(int bytes) {
            creditWindow = bytes;
            return this;
        }

        /** The longest short message of BIP, in bytes; {@link #SHORT_BYTES} if it is not said. */
        public Builder shortBytes(int bytes) {
            shortBytes = bytes;
            return this;
        }

        /** The capabilities that were declared. */
        public Capabilities build() {
            return new Capabilities(
                    maxPacket,
                    maxControl,
                    reliable,
                    fifo,
                    directAccess,
                    eagerLimit,
                    trainLimit,
                    creditWindow,
                    shortBytes,
                    pipeline);
        }
    }
}
