package org.bipj.lci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.function.Executable;

/** What suites of LCI share. Each rank is a thread, a process, or a fiber of a simulated cluster. */
public abstract class LciSuite {
    /** The channel of these suites. */
    static final int CHANNEL = 7;

    /** One rank's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(Lci lci) throws Exception;
    }

    /** What one rank does, whose thread belongs to a job. */
    @FunctionalInterface
    protected interface Body {
        /** Runs it. */
        void run() throws Exception;
    }

    /** A new fabric of so many ranks, for suites over fabrics; others override {@link #runRanks}. */
    protected Fabric fabric(int ranks) {
        throw new UnsupportedOperationException();
    }

    /** Runs a body on every rank of a new job. */
    protected void runRanks(int ranks, Body body) {
        try (Fabric fabric = fabric(ranks)) {
            Ranks.run(fabric, job -> {
                body.run();
                assertTrue(job.isStarted() && job.isFinished());
            });
        }
    }

    /** Called by each rank before its program: where several tests share a job they wait for each other. */
    protected void ready() {}

    private final Map<Lci, List<Channel>> opened = new ConcurrentHashMap<>();

    /** Runs a program on every rank; no rank leaves before all have ended it. */
    protected final void run(int ranks, Program program) {
        runRanks(ranks, () -> {
            try (Lci lci = Lci.init()) {
                assertEquals(ranks, lci.size());
                opened.put(lci, new ArrayList<>());
                ready();
                program.run(lci);
                lci.barrier();
                opened.get(lci).forEach(Channel::close);
            }
        });
    }

    /** Opens the channel of these suites until the end of the program. */
    final Channel open(Lci lci, Upcall upcall) {
        return open(lci, CHANNEL, upcall);
    }

    /** Opens a channel until the end of the program. */
    final Channel open(Lci lci, int number, Upcall upcall) {
        Channel channel = lci.open(number, upcall);
        opened.get(lci).add(channel);
        return channel;
    }

    /** Polls until something holds. */
    static void until(Lci lci, BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            lci.pollOrIdle();
        }
    }

    static void fails(String named, Executable call) {
        LciException e = assertThrows(LciException.class, call);
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }

    static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed * 31 + i * 7 + (i >>> 8));
        }
        return bytes;
    }
}
