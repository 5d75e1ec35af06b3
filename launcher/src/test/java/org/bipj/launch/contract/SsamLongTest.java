package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.ssam.RequestHandler;
import org.bipj.ssam.Ssam;
import org.bipj.ssam.SsamException;
import org.junit.jupiter.api.Test;

/** Long messages of SSAM on simulated fibres: data, refusals, the larger window, loss and damage. */
class SsamLongTest {
    private static final int DEEP = 50;
    private static final int DONE = 1;
    private static final int NOTE = 2;
    private static final String SWITCH = "atm.switch=true";

    private static void run(int ranks, String faults, Consumer<Ssam> program, String... changes) {
        run(ranks, new SimOptions("ss20-atm", 1, faults, "", List.of(changes)), program);
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

    private static byte[] random(Random random, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        return data;
    }

    /** Lengths around those of cells and windows; the handler runs once, before the call returns. */
    @Test
    void dataArriveWhereTheSenderSays() {
        int[] lengths = {0, 1, 43, 44, 45, 44 * 32, 44 * 32 + 1, 44 * 128, 44 * 129, 20_000};
        byte[] memory = new byte[30_000];
        List<String> handled = new ArrayList<>();
        run(2, "", ssam -> {
            ssam.expose(7, MemorySegment.ofArray(memory));
            ssam.longHandler(DONE, (from, data) -> handled.add(from + ": " + data.byteSize()));
            if (ssam.rank() == 0) {
                for (int length : lengths) {
                    byte[] data = random(new Random(length), length);
                    ssam.sendLong(1, DONE, 7, 100, MemorySegment.ofArray(data));
                    assertEquals("0: " + length, handled.getLast());
                    byte[] there = new byte[length];
                    System.arraycopy(memory, 100, there, 0, length);
                    assertArrayEquals(data, there, "length " + length);
                }
            }
        });
        assertEquals(lengths.length, handled.size());
    }

    /** A refused message leaves the connection as it was. */
    @Test
    void theSenderLearnsOfARefusalByName() {
        byte[] memory = new byte[100];
        int[] handled = new int[1];
        run(2, "", ssam -> {
            ssam.expose(1, MemorySegment.ofArray(memory));
            ssam.longHandler(DONE, (from, data) -> handled[0]++);
            if (ssam.rank() == 0) {
                MemorySegment data = MemorySegment.ofArray(new byte[90]);
                refused(() -> ssam.sendLong(1, DONE, 2, 0, data), "it has exposed no memory 2");
                refused(
                        () -> ssam.sendLong(1, DONE, 1, 11, data),
                        "rank 0: a long message of 90 bytes to rank 1, offset 11 of memory 1: expected a part of the 100 bytes");
                refused(() -> ssam.sendLong(1, DONE, 1, -1, data), "offset -1");
                refused(() -> ssam.sendLong(1, 9, 1, 0, data), "it has set no handler 9 of long messages");
                refused(() -> ssam.sendLong(1, DONE, 256, 0, data), "rank 0: memory 256 of rank 1; expected 0 to 255");
                refused(() -> ssam.sendLong(0, DONE, 1, 0, data), "expected another rank");
                ssam.sendLong(1, DONE, 1, 10, data);
                refused(() -> ssam.expose(3, data.asReadOnly()), "exposed memory 3 is read-only");
            }
        });
        assertEquals(1, handled[0]);
    }

    private static void refused(Runnable call, String text) {
        String message = assertThrows(SsamException.class, call::run).getMessage();
        assertTrue(message.contains(text), message);
    }

    /**
     * The larger window goes to one sender at a time: with a window of 32 for the other one the input FIFO holds both, with
     * the larger window for both it would not.
     */
    @Test
    void theLargerWindowGoesToOneSenderAtATime() {
        long[] again = new long[1];
        String[] large = {SWITCH, "ssam.long.window=240"};
        run(3, "", ssam -> again[0] += twoSenders(ssam), large);
        assertEquals(0, again[0]);
        // With that as everybody's usual window, both together overrun the FIFO.
        run(3, "", ssam -> again[0] += twoSenders(ssam), SWITCH, "ssam.window=240", "ssam.long.window=240");
        assertTrue(again[0] > 0);
    }

    private static long twoSenders(Ssam ssam) {
        byte[] memory = new byte[2 * 44 * 1000];
        int[] handled = new int[1];
        ssam.expose(0, MemorySegment.ofArray(memory));
        ssam.longHandler(DONE, (from, data) -> handled[0]++);
        if (ssam.rank() > 0) {
            byte[] data = random(new Random(ssam.rank()), memory.length / 2);
            ssam.sendLong(0, DONE, 0, (ssam.rank() - 1) * (long) data.length, MemorySegment.ofArray(data));
        } else {
            while (handled[0] < 2) {
                ssam.pollOrWait();
            }
        }
        return ssam.statistics().again();
    }

    /** Every rank sends long messages and requests to others: each is handled once, in order, with its data. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void onceAndWholeUnderLossAndDamage(@ForAll long seed) {
        exchange(seed);
        for (int i = 1; Boolean.getBoolean("bipj.deep") && i < DEEP; i++) {
            exchange(seed + i);
        }
    }

    private static void exchange(long seed) {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(3);
        String[] faults = {"", "drop:rate=0.1", "flip:rate=1e-3", "drop:rate=0.02,flip:rate=1e-4", "drop@host1:rate=0.3"
        };
        SimOptions plain = new SimOptions(
                "ss20-atm",
                seed,
                faults[random.nextInt(faults.length)],
                "",
                List.of(
                        SWITCH,
                        "ssam.window=" + (1 + random.nextInt(60)),
                        "ssam.long.window=" + (1 + random.nextInt(300)),
                        "atm.input=" + (random.nextBoolean() ? 292 : 20)));
        int most = 44 * 60;
        List<String> sent = Collections.synchronizedList(new ArrayList<>());
        List<String> handled = Collections.synchronizedList(new ArrayList<>());
        run(ranks, random.nextBoolean() ? plain.withJitter(seed) : plain, ssam -> {
            int self = ssam.rank();
            Random own = new Random(seed + 31L * self);
            MemorySegment memory = MemorySegment.ofArray(new byte[ranks * most]);
            int[] next = new int[ranks];
            int[] order = new int[ranks];
            ssam.expose(self, memory);
            ssam.requestHandler(NOTE, (from, data, reply) -> {
                handled.add(from + " to " + self + ": " + order[from]++ + " a request");
                return RequestHandler.NO_REPLY;
            });
            ssam.longHandler(
                    DONE,
                    (from, data) -> handled.add(from + " to " + self + ": " + order[from]++ + " " + data.byteSize()
                            + " " + data.asByteBuffer().hashCode()));
            for (int i = own.nextInt(5); i > 0; i--) {
                int to = (self + 1 + own.nextInt(ranks - 1)) % ranks;
                if (own.nextBoolean()) {
                    sent.add(self + " to " + to + ": " + next[to]++ + " a request");
                    ssam.request(to, NOTE);
                }
                MemorySegment data = MemorySegment.ofArray(random(own, own.nextInt(most)));
                sent.add(self + " to " + to + ": " + next[to]++ + " " + data.byteSize() + " "
                        + data.asByteBuffer().hashCode());
                ssam.sendLong(to, DONE, to, (long) self * most, data);
            }
        });
        Collections.sort(sent);
        Collections.sort(handled);
        assertEquals(sent, handled, "seed " + seed);
    }
}
