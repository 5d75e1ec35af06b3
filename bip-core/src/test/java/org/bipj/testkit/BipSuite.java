package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.bip.Bip;
import org.bipj.bip.BipException;
import org.bipj.bip.BipException.Reason;
import org.junit.jupiter.api.function.Executable;

/** What suites of BIP messages share. Each rank is a thread. */
public abstract class BipSuite {
    static final int SMALL = Bip.BIPSMALLSIZE;

    /** A tag that carries nothing but what a test says with {@link #tell} and {@link #hear}. */
    static final int SIGNAL = 900;
    /** A tag on which nothing is ever sent. */
    static final int SILENT = 901;

    /** Tests of a request that must go on saying "not yet". */
    static final int INSIST = 300;

    /** A new fabric of so many ranks. */
    protected abstract Fabric fabric(int ranks);

    /** One node's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(Bip bip) throws Exception;
    }

    /** Runs a program on every node. */
    protected final void run(int nodes, Program program) {
        run(nodes, Bip.setup(), program);
    }

    void run(int nodes, Bip.Setup setup, Program program) {
        try (Fabric fabric = fabric(nodes)) {
            Ranks.run(fabric, job -> {
                try (Bip bip = setup.init()) {
                    assertEquals(job.rank(), bip.myNode());
                    assertEquals(nodes, bip.numNodes());
                    program.run(bip);
                }
                assertTrue(job.isStarted() && job.isFinished());
            });
        }
    }

    static void tell(Bip bip, int node) {
        bip.tsend(node, SIGNAL, new int[0], 0);
    }

    static void hear(Bip bip) {
        assertEquals(0, bip.trecv(SIGNAL, new int[0], 0));
    }

    /** Makes progress until another rank has advanced a counter this far; for what messages cannot say. */
    static void await(Bip bip, AtomicInteger counter, int value) {
        while (counter.get() < value) {
            assertEquals(-1, bip.tryRecv(SILENT, new int[1], 1));
        }
    }

    static int[] words(int length, int seed) {
        int[] words = new int[length];
        for (int i = 0; i < length; i++) {
            words[i] = seed * 31 + i;
        }
        return words;
    }

    static void fails(Reason reason, String named, Executable call) {
        BipException e = assertThrows(BipException.class, call);
        assertEquals(reason, e.reason(), e.getMessage());
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }
}
