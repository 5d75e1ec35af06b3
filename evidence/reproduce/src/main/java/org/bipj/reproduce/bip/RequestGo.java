package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Curve;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;

/** Section 4.3: separate packets, one message at a time per destination, arbitrated by request and go. */
public final class RequestGo implements Experiment {
    private static final int[] LONG = {1024, 4096, 16_384};
    private static final int FEW = 5;

    public RequestGo() {}

    @Override
    public Head head() {
        return new Head(
                "bip-request-go",
                "BIP: packets with request and go instead of one worm per message",
                "BIP, section 4.3",
                List.of(Lab.BIP),
                """
                As the throughput experiment, in both modes. The paper gives no numbers for its second \
                implementation.""");
    }

    @Override
    public Results run(Lab lab) {
        Cluster stream = lab.bip().with("bip.long", "stream");
        Cluster packets = lab.bip().with("bip.long", "request-go");
        Curve before = BipPingPong.measure(stream, FEW, LONG);
        Curve after = BipPingPong.measure(packets, FEW, LONG);
        Results results = new Results();
        for (int i = 0; i < LONG.length; i++) {
            results.value("added to " + LONG[i] + " B", after.micros()[i] - before.micros()[i]);
        }
        double peak = BipMeasurements.peak(packets);
        int[] sizes = Curve.powers(512, 4 * Throughput.LARGEST, 1);
        return results.value("N1/2", BipMeasurements.half(packets, peak))
                .value("N1/2 with receives behind the sends", BipMeasurements.halfPostingLate(packets, peak))
                .value("peak over that without", peak / BipMeasurements.peak(stream))
                .figure(new Figure(
                        "size",
                        "Throughput with and without arbitration",
                        "message size, bytes",
                        "throughput, MB/s",
                        true,
                        List.of(
                                BipPingPong.measure(stream, FEW, sizes).rates("one worm per message"),
                                BipPingPong.measure(packets, FEW, sizes).rates("request and go"))));
    }
}
