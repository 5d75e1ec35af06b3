package org.bipj.samples.crl;

import java.util.Arrays;
import java.util.Locale;
import org.bipj.crl.Crl;
import org.bipj.crl.Region;
import org.bipj.crl.WriteSection;
import org.bipj.samples.Usage;

/**
 * The time of a clean write miss (LCI paper, table 5): rank 1 starts a write section of a region of rank 0, of which nobody else
 * has a copy: a request, and a reply with the data.
 *
 * <pre>{@code ./bipj sample crl-miss -n 2 [BYTES]}</pre>
 */
public final class WriteMiss {
    private static final String USAGE =
            "crl-miss -n RANKS [BYTES]     two ranks or more; bytes of the region, 8 by default";
    private static final int BYTES = 8;
    private static final int MAX_BYTES = 1 << 24;
    private static final int REPETITIONS = 101;

    private WriteMiss() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        CrlSample.run(USAGE, Crl.DEFAULT_CACHE, WriteMiss::run, args);
    }

    private static CrlSample.Outcome run(Crl crl, String[] args) {
        Usage.atMost(args, 1);
        int bytes = Usage.positive(args, 0, "BYTES", BYTES, MAX_BYTES);
        if (crl.size() < 2) {
            throw new Usage.WrongUsage("needs at least 2 ranks");
        }
        double micros = micros(crl, bytes, REPETITIONS);
        String found = String.format(
                Locale.ROOT, "a clean write miss of %d bytes: %.2f us, %.1f MB/s", bytes, micros, bytes / micros);
        return new CrlSample.Outcome(true, found);
    }

    /**
     * Microseconds of a miss, the median of some; called by all ranks of CRL, of which there are two at least.
     *
     * @param bytes the region's length
     */
    public static double micros(Crl crl, int bytes, int repetitions) {
        long[] id = {crl.rank() == 0 ? crl.create(bytes).id() : Crl.NONE};
        crl.broadcast(0, id);
        Region region = crl.map(id[0]);
        double[] seconds = new double[repetitions];
        for (int i = 0; i < repetitions; i++) {
            crl.barrier();
            if (crl.rank() == 1) {
                double start = crl.time();
                WriteSection w = region.startWrite();
                seconds[i] = crl.time() - start;
                w.putByte(0, (byte) i);
                region.endWrite();
                region.flush();
            }
            // The home waits here, and polls.
            crl.barrier();
        }
        Arrays.sort(seconds);
        double[] median = {crl.rank() == 1 ? seconds[repetitions / 2] * 1e6 : 0};
        crl.sum(median);
        region.unmap();
        return median[0];
    }
}
