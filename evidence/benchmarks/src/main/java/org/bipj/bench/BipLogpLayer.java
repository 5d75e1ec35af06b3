package org.bipj.bench;

import java.util.function.DoubleSupplier;
import org.bipj.bip.Bip;

/** Measures BIP: short messages, which are received into a queue. */
final class BipLogpLayer extends LogpLayer {
    private static final int ASK = 1;
    private static final int ANSWER = 2;

    private final Bip bip;
    private final DoubleSupplier clock;
    private final int[] out = {1, 2, 3, 4};
    private final int[] in = new int[WORDS];

    BipLogpLayer(Bip bip, DoubleSupplier clock, int window) {
        super(window);
        this.bip = bip;
        this.clock = clock;
    }

    @Override
    String name() {
        return "BIP";
    }

    @Override
    double time() {
        return clock.getAsDouble();
    }

    @Override
    void send() {
        bip.tsend(1, ASK, out, WORDS);
    }

    @Override
    int receive(boolean wait) {
        if (wait) {
            bip.trecv(ANSWER, in, WORDS);
            return 1;
        }
        return bip.tryRecv(ANSWER, in, WORDS) >= 0 ? 1 : 0;
    }

    @Override
    void serve() {
        while (bip.trecv(ASK, in, WORDS) > 0) {
            bip.tsend(0, ANSWER, in, WORDS);
        }
    }

    @Override
    void stop() {
        bip.tsend(1, ASK, out, 0);
    }
}
