package org.bipj.launch.contract;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.am2.ActiveMessages;
import org.bipj.core.nic.CellDevice;
import org.bipj.core.nic.CellTraps;
import org.bipj.core.nic.PortException;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.ssam.RequestHandler;
import org.bipj.ssam.Ssam;
import org.bipj.ssam.SsamException;
import org.bipj.ssam.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SSAM on simulated fibres: what is delivered, what is refused, and what loss and damage do to it. */
class SsamTest {
    private static final int DEEP = 50;
    private static final int ADD = 1;
    private static final int NOTE = 2;
    private static final int ANSWER = 3;
    private static final String SWITCH = "atm.switch=true";

    private static SimOptions options(long seed, String faults, String... changes) {
        return new SimOptions("ss20-atm", seed, faults, "", List.of(changes));
    }

    private static void run(int ranks, SimOptions options, Consumer<Ssam> program) {
        try (SimSession session = SimSession.open(ranks, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (Ssam ssam = Ssam.init()) {
                    program.accept(ssam);
                }
            });
        }
    }

    @Test
    void aRequestRunsItsHandlerAndTheReplyItsOwn() {
        long[] answers = new long[3];
        run(3, options(1, "", SWITCH), ssam -> {
            ssam.requestHandler(ADD, (from, data, reply) -> {
                reply.set(JAVA_LONG_UNALIGNED, 32, data.get(JAVA_LONG_UNALIGNED, 32) + 10 * from);
                return ANSWER;
            });
            ssam.replyHandler(ANSWER, (from, data) -> answers[ssam.rank()] += data.get(JAVA_LONG_UNALIGNED, 32));
            for (int peer = 0; peer < 3; peer++) {
                if (peer != ssam.rank()) {
                    ssam.data(peer).set(JAVA_LONG_UNALIGNED, 32, 1000L * peer);
                    ssam.request(peer, ADD);
                }
            }
            ssam.settle();
            assertEquals(2, ssam.statistics().requests());
        });
        assertEquals(
                List.of(3000L, 2020L, 1040L), Arrays.stream(answers).boxed().toList());
    }

    @Test
    void whatIsAskedForWronglyIsRefusedByName() {
        run(2, options(1, ""), ssam -> {
            if (ssam.rank() == 0) {
                names(() -> ssam.request(0, ADD), "rank 0: a request to rank 0; expected another rank");
                names(() -> ssam.request(2, ADD), "rank 0: a request to rank 2");
                names(() -> ssam.request(1, 256), "rank 0: handler 256; expected 0 to 255");
                names(() -> ssam.requestHandler(-1, null), "rank 0: handler -1");
            }
            List<String> inside = new ArrayList<>();
            ssam.requestHandler(NOTE, (from, data, reply) -> {
                inside.add(assertThrows(SsamException.class, ssam::poll).getMessage());
                inside.add(assertThrows(SsamException.class, () -> ssam.request(from, NOTE))
                        .getMessage());
                return RequestHandler.NO_REPLY;
            });
            ssam.request(1 - ssam.rank(), NOTE);
            while (inside.isEmpty()) {
                ssam.pollOrWait();
            }
            inside.forEach(text -> assertTrue(text.contains("a handler polls or sends"), text));
            ssam.close();
            names(ssam::poll, "SSAM is closed");
        });
    }

    @Test
    void theFirstAndTheLastNumberAreRight() {
        int last = Ssam.HANDLERS - 1;
        boolean[] answered = {false, false};
        run(2, options(1, ""), ssam -> {
            int peer = 1 - ssam.rank();
            for (int number : new int[] {0, last}) {
                ssam.requestHandler(number, (from, data, reply) -> last - number);
                ssam.replyHandler(number, (from, data) -> answered[number / last] = true);
                ssam.longHandler(number, (from, data) -> {});
                ssam.expose(number, null);
                ssam.request(peer, number);
            }
            ssam.settle();
            for (int number : new int[] {-1, last + 1}) {
                names(() -> ssam.requestHandler(number, null), "handler " + number + "; expected 0 to 255");
                names(() -> ssam.replyHandler(number, null), "handler " + number + "; expected 0 to 255");
                names(() -> ssam.longHandler(number, null), "handler " + number + "; expected 0 to 255");
                names(() -> ssam.expose(number, null), "exposed memory " + number + "; expected 0 to 255");
            }
        });
        assertTrue(answered[0] && answered[1]);
    }

    @Test
    void windowsHaveLimits() {
        assertThrows(IllegalArgumentException.class, () -> Ssam.setup().window(0));
        assertThrows(IllegalArgumentException.class, () -> Ssam.setup().window(Ssam.MAX_WINDOW + 1));
        assertThrows(IllegalArgumentException.class, () -> Ssam.setup().acknowledge(0));
        for (int window : new int[] {1, Ssam.MAX_WINDOW}) {
            try (SimSession session = SimSession.open(2, options(1, ""), SimSession.Listener.NONE)) {
                session.run(rank -> {
                    try (Ssam ssam = Ssam.setup().window(window).acknowledge(1).init()) {
                        assertEquals(window, ssam.window());
                        ssam.requestHandler(NOTE, (from, data, reply) -> RequestHandler.NO_REPLY);
                        for (int i = 0; i < 3; i++) {
                            ssam.request(1 - rank, NOTE);
                        }
                        ssam.settle();
                    }
                });
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {RequestHandler.NO_REPLY - 1, Ssam.HANDLERS})
    void aReplyToNoHandlerEndsTheRunByName(int answer) {
        String message = fails(() -> run(2, options(1, ""), ssam -> {
            ssam.requestHandler(NOTE, (from, data, reply) -> answer);
            ssam.request(1 - ssam.rank(), NOTE);
            ssam.settle();
        }));
        assertTrue(
                message.contains(
                        "returned " + answer + "; expected NO_REPLY, or the number of a reply handler, 0 to 255"),
                message);
    }

    private static void names(Runnable call, String text) {
        String message = assertThrows(SsamException.class, call::run).getMessage();
        assertTrue(message.contains(text), message);
    }

    @Test
    void aHandlerThatIsNotSetEndsTheRunByName() {
        String message = fails(() -> run(2, options(1, ""), ssam -> {
            if (ssam.rank() == 0) {
                ssam.request(1, 77);
            }
        }));
        assertTrue(
                message.contains("rank 1: rank 0 has sent a request for handler 77, which this rank has not set"),
                message);
    }

    @Test
    void otherInterfacesAreRefusedByName() {
        String message = fails(() -> {
            try (SimSession session = SimSession.open(2, options(1, ""), SimSession.Listener.NONE)) {
                session.run(rank -> ActiveMessages.init().close());
            }
        });
        assertTrue(
                message.contains("have ATM network interfaces (nic.board = sba100), on which only SSAM runs"), message);
        message = fails(() -> run(2, SimOptions.of("das64"), ssam -> {}));
        assertTrue(message.contains("expected mpirun --mode sim --platform ss20-atm"), message);
        message = fails(() -> run(3, options(1, ""), ssam -> {}));
        assertTrue(message.contains("3 ranks: without a switch there are two hosts, back to back"), message);
    }

    /** The messages of an exception and its causes. */
    private static String fails(Runnable run) {
        StringBuilder all = new StringBuilder();
        for (Throwable t = assertThrows(RuntimeException.class, run::run); t != null; t = t.getCause()) {
            all.append(t.getMessage()).append('\n');
        }
        return all.toString();
    }

    /** The kernel checks numbers: a process can name neither another one's connections nor memory that is not its own. */
    @Test
    void theKernelRefusesForeignConnectionsAndBuffers() {
        try (SimSession session = SimSession.open(2, options(1, ""), SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (var port = session.job(rank).open()) {
                    CellTraps traps = port.cellTraps();
                    CellDevice first = traps.open(4, 16);
                    CellDevice second = traps.open(4, 16);
                    int foreign = first.connection(1 - rank);
                    String message = assertThrows(PortException.class, () -> second.write(foreign, 0))
                            .getMessage();
                    assertTrue(
                            message.contains("the kernel refuses the trap: process 1 has connections 2 to 3"), message);
                    message = assertThrows(PortException.class, () -> first.write(foreign, 4))
                            .getMessage();
                    assertTrue(message.contains("buffer 4: the kernel refuses the trap: expected 0 to 3"), message);
                    message = assertThrows(PortException.class, () -> traps.open(1 << 20, 16))
                            .getMessage();
                    assertTrue(message.contains("ssam.memory"), message);
                    // What the first process's trap finds for the second waits for it.
                    second.transmit(0).set(JAVA_LONG_UNALIGNED, 0, 7 + rank);
                    second.write(second.connection(1 - rank), 0);
                    first.await(Long.MAX_VALUE);
                    assertEquals(0, first.read());
                    assertEquals(1, second.read());
                    assertEquals(8 - rank, second.received(second.slot(0)).get(JAVA_LONG_UNALIGNED, 0));
                    assertEquals(1 - rank, second.sender(second.slot(0)));
                }
            });
        }
    }

    /** Ten senders overrun a receiver's FIFO of 292 cells at a window of 32, two at 147, and all recover. */
    @Test
    void sendersTogetherOverrunTheInputFifo() {
        assertTrue(againAt(10, 32) > 0);
        assertEquals(0, againAt(10, 16));
        assertTrue(againAt(2, 150) > 0);
        assertEquals(0, againAt(2, 140));
    }

    private static long againAt(int senders, int window) {
        int[] handled = new int[1];
        long[] again = new long[1];
        try (SimSession session = SimSession.open(
                senders + 1, options(1, "", SWITCH, "ssam.window=" + window), SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (Ssam ssam = Ssam.init()) {
                    ssam.requestHandler(NOTE, (from, data, reply) -> {
                        handled[0]++;
                        return RequestHandler.NO_REPLY;
                    });
                    if (rank == 0) {
                        // The program computes while all windows fill.
                        session.job(0).compute(1.5e6);
                        while (handled[0] < senders * 2 * window) {
                            ssam.pollOrWait();
                        }
                    } else {
                        for (int i = 0; i < 2 * window; i++) {
                            ssam.request(0, NOTE);
                        }
                    }
                    ssam.settle();
                    again[0] += ssam.statistics().again();
                }
            });
        }
        assertEquals(senders * 2 * window, handled[0]);
        return again[0];
    }

    /** Each request is handled once, in order for each pair of ranks, and each reply arrives once; seeds make the schedule. */
    @Property(tries = 60, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void onceAndInOrderUnderLossAndDamage(@ForAll long seed) {
        exchange(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            exchange(seed + i);
        }
    }

    private static void exchange(long seed) {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(4);
        int window = 1 + random.nextInt(60);
        String[] faults = {"", "drop:rate=0.1", "flip:rate=1e-3", "drop:rate=0.02,flip:rate=1e-4", "drop@host1:rate=0.3"
        };
        SimOptions plain = options(
                seed,
                faults[random.nextInt(faults.length)],
                SWITCH,
                "ssam.window=" + window,
                "ssam.acknowledge=" + (1 + random.nextInt(5)),
                "atm.input=" + (random.nextBoolean() ? 292 : 20));
        SimOptions options = random.nextBoolean() ? plain.withJitter(seed) : plain;
        int most = 100;
        long[][] next = new long[ranks][ranks];
        long[][] replies = new long[ranks][ranks];
        long[][] asked = new long[ranks][ranks];
        List<Statistics> statistics = new ArrayList<>();
        run(ranks, options, ssam -> {
            int self = ssam.rank();
            Random own = new Random(seed + 31L * self);
            long[] numbers = new long[ranks];
            ssam.requestHandler(NOTE, (from, data, reply) -> {
                assertEquals(next[self][from]++, data.get(JAVA_LONG_UNALIGNED, 8), "seed " + seed);
                return RequestHandler.NO_REPLY;
            });
            ssam.requestHandler(ADD, (from, data, reply) -> {
                assertEquals(next[self][from]++, data.get(JAVA_LONG_UNALIGNED, 8), "seed " + seed);
                reply.set(JAVA_LONG_UNALIGNED, 0, data.get(JAVA_LONG_UNALIGNED, 0) * 3);
                return ANSWER;
            });
            ssam.replyHandler(ANSWER, (from, data) -> replies[self][from] += data.get(JAVA_LONG_UNALIGNED, 0));
            int count = own.nextInt(most);
            for (int i = 0; i < count; i++) {
                int to = (self + 1 + own.nextInt(ranks - 1)) % ranks;
                boolean replied = own.nextBoolean();
                long value = own.nextInt(1000);
                ssam.data(to).set(JAVA_LONG_UNALIGNED, 0, value);
                ssam.data(to).set(JAVA_LONG_UNALIGNED, 8, numbers[to]++);
                asked[self][to] += replied ? 3 * value : 0;
                ssam.request(to, replied ? ADD : NOTE);
                if (own.nextInt(10) == 0) {
                    ssam.poll();
                }
            }
            ssam.settle();
            assertEquals(
                    LongStream.of(asked[self]).sum(),
                    LongStream.of(replies[self]).sum(),
                    "seed " + seed);
            statistics.add(ssam.statistics());
            asked[self] = numbers;
        });
        for (int rank = 0; rank < ranks; rank++) {
            int to = rank;
            assertEquals(
                    IntStream.range(0, ranks)
                            .mapToLong(from -> asked[from][to])
                            .boxed()
                            .toList(),
                    LongStream.of(next[to]).boxed().toList(),
                    "seed " + seed);
        }
        if (options.faults().isEmpty()
                && !options.jitter()
                && options.overrides().contains("atm.input=292")) {
            statistics.forEach(one -> assertEquals(0, one.damaged(), "seed " + seed));
        }
    }

    /** The same seed gives the same run, event for event. */
    @Test
    void aSeedIsAReplay() {
        assertEquals(trace(7), trace(7));
    }

    @Test
    void whatIsClosedAlreadyStaysSo() {
        run(2, options(1, ""), ssam -> {
            ssam.close();
            ssam.close();
            String message = assertThrows(SsamException.class, ssam::poll).getMessage();
            assertEquals("rank " + ssam.rank() + ": SSAM is closed", message);
        });
    }

    private static List<Long> trace(long seed) {
        List<Long> events = new ArrayList<>();
        try (SimSession session =
                SimSession.open(3, options(seed, "drop:rate=0.05", SWITCH), SimSession.Listener.NONE)) {
            session.kernel().observe((time, sequence, event) -> events.add(time));
            session.run(rank -> {
                try (Ssam ssam = Ssam.init()) {
                    ssam.requestHandler(NOTE, (from, data, reply) -> RequestHandler.NO_REPLY);
                    for (int i = 0; i < 50; i++) {
                        ssam.request((rank + 1 + i % 2) % 3, NOTE);
                    }
                }
            });
        }
        return events;
    }
}
