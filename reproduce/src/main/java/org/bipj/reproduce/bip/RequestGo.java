package org.bipj.reproduce.bip;

import java.util.List;
import org.bipj.reproduce.Cluster;
import org.bipj.reproduce.Curve;
import org.bipj.reproduce.Experiment;
import org.bipj.reproduce.Figure;
import org.bipj.reproduce.Lab;
import org.bipj.reproduce.Results;

/** Section 4.3: real packets, one message at a time per destination, arbitrated by a request and a go. */
public final class RequestGo implements Experiment {
    private static final int[] LONG = {1024, 4096, 16_384};
    private static final int FEW = 5;

    /** The experiment. */
    public RequestGo() {}

    @Override
    public String name() {
        return "bip-request-go";
    }

    @Override
    public String title() {
        return "BIP: packets with request and go instead of one worm per message";
    }

    @Override
    public String section() {
        return "BIP, section 4.3";
    }

    @Override
    public String method() {
        return "As the throughput experiment, in both modes. The paper gives no numbers for its second implementation.";
    }

    @Override
    public Results run(Lab lab) {
        Cluster stream = lab.bip();
        Cluster packets = lab.bip().with("bip.long", "request-go");
        Curve before = PingPong.measure(stream, FEW, LONG);
        Curve after = PingPong.measure(packets, FEW, LONG);
        Results results = new Results();
        for (int i = 0; i < LONG.length; i++) {
            results.value("added to " + LONG[i] + " B", after.micros()[i] - before.micros()[i]);
        }
        double peak = Bandwidth.peak(packets);
        int[] sizes = Curve.powers(512, 4 * Throughput.LARGEST, 1);
        return results.value("N1/2", Bandwidth.half(packets, peak))
                .value("N1/2 with receives behind the sends", Bandwidth.halfPostingLate(packets, peak))
                .value("peak over that without", peak / Bandwidth.peak(stream))
                .figure(new Figure(
                        "size",
                        "Throughput with and without arbitration",
                        "message size, bytes",
                        "throughput, MB/s",
                        true,
                        List.of(
                                PingPong.measure(stream, FEW, sizes).rates("one worm per message"),
                                PingPong.measure(packets, FEW, sizes).rates("request and go"))));
    }
}
