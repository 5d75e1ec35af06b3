package org.bipj.core.protocol;

/**
 * Packet size as a function of message length (BIP paper, section 4.3 and Figure 4). A message of N bytes cut into equal
 * packets of p bytes passes through S stages, each of which costs {@code t + p / B} per packet and works on another packet
 * at the same time:
 *
 * <pre>
 *   T(N, p) = (N / p + S - 1) * (t + p / B)
 *   smallest at p = sqrt(N * t * B / (S - 1))
 * </pre>
 *
 * Small packets fill the pipeline early, large ones pay the fixed cost less often. The paper tabulates the sizes from a
 * measured model (Westrelin 1997); so does this class, per power of two of the length.
 */
public final class PacketPlanner {
    private final int[] sizeOfLog = new int[64];

    /**
     * Plans for one transport.
     *
     * @param stages S, at least 1; with 1 there is nothing to overlap and packets are as large as possible
     * @param packetNs t in nanoseconds
     * @param bytesPerNs B in bytes per nanosecond
     * @param granularity packet sizes are multiples of this
     * @param maxBytes largest packet, at least {@code granularity}
     */
    public PacketPlanner(int stages, double packetNs, double bytesPerNs, int granularity, int maxBytes) {
        if (stages < 1 || granularity < 1 || maxBytes < granularity) {
            throw new IllegalArgumentException("packet planner: stages " + stages + ", granularity " + granularity
                    + ", largest packet " + maxBytes + "; expected 1 <= stages and 1 <= granularity <= largest packet");
        }
        int most = maxBytes / granularity * granularity;
        for (int log = 0; log < sizeOfLog.length; log++) {
            // The geometric middle of the lengths that share this entry.
            double length = Math.scalb(Math.sqrt(2), log);
            double best = stages == 1 ? most : Math.sqrt(length * packetNs * bytesPerNs / (stages - 1));
            long rounded = Math.round(best / granularity) * granularity;
            sizeOfLog[log] = Math.clamp(rounded, granularity, most);
        }
    }

    /** Packet size in bytes for a message of this many bytes. */
    public int packetSize(long messageBytes) {
        return sizeOfLog[63 - Long.numberOfLeadingZeros(messageBytes | 1)];
    }
}
