package org.bipj.reproduce.pps;

import org.bipj.crl.Crl;
import org.bipj.crl.Region;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;

/** The time of a clean write miss of CRL: a request to the home, where alone the data are, and the reply with them. */
final class CrlSpeed {
    private CrlSpeed() {}

    /** Time of a miss of a region of some bytes, in microseconds. */
    static double writeMiss(Cluster cluster, int bytes) {
        double[] result = new double[1];
        cluster.run(2, rank -> {
            try (Crl crl = Crl.init()) {
                long[] id = new long[1];
                if (rank.number() == 0) {
                    id[0] = crl.create(bytes).id();
                }
                crl.broadcast(0, id);
                Region region = crl.map(id[0]);
                crl.barrier();
                if (rank.number() == 1) {
                    double[] times = new double[Trips.TIMES];
                    for (int i = 0; i < times.length; i++) {
                        double start = rank.now();
                        region.startWrite();
                        times[i] = rank.now() - start;
                        region.endWrite();
                        region.flush();
                        Trips.pause();
                    }
                    result[0] = Curve.median(times);
                }
                crl.barrier();
            }
        });
        return result[0];
    }
}
