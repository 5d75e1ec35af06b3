package org.bipj.lci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.bipj.testkit.RankSuite;
import org.junit.jupiter.api.function.Executable;

/** What suites of LCI share. Each rank is a thread, a process, or a fiber of a simulated cluster. */
public abstract class LciSuite extends RankSuite {
    /** The channel of these suites. */
    static final int CHANNEL = 7;

    /** One rank's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(Lci lci) throws Exception;
    }

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
}
