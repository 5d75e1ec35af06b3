package org.bipj.launch.contract;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.nic.PortException;
import org.bipj.sim.SimOptions;
import org.bipj.sim.SimSession;
import org.bipj.ssam.RequestHandler;
import org.bipj.ssam.Ssam;
import org.bipj.ssam.remote.ExportedSegment;
import org.bipj.ssam.remote.ImportedSegment;
import org.bipj.ssam.remote.RemoteException;
import org.bipj.ssam.remote.RemoteMemory;
import org.junit.jupiter.api.Test;

/** Remote memory that kernels serve: data without the target's program, notifications, what is refused, loss. */
class RemoteMemoryTest {
    private static final int SEGMENT = 7;
    private static final double PS_PER_US = 1e6;

    /** The program of a rank that has joined. */
    private interface Program {
        void run(SimSession session, RemoteMemory remote);
    }

    private static void run(int ranks, String faults, Program program, String... changes) {
        run(ranks, new SimOptions("ss20-atm", 1, faults, "", List.of(changes)), program);
    }

    private static void run(int ranks, SimOptions options, Program program) {
        try (SimSession session = SimSession.open(ranks, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                try (RemoteMemory remote = RemoteMemory.init()) {
                    program.run(session, remote);
                }
            });
        }
    }

    private static MemorySegment random(long seed, int bytes) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return MemorySegment.ofArray(data);
    }

    private static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void dataAreWrittenAndReadWithoutTheOwnersProgram() {
        run(2, "", (session, remote) -> {
            if (remote.rank() == 1) {
                ExportedSegment mine = remote.export(SEGMENT, 1000);
                // One call that computes: nothing of this program runs until its end.
                session.job(1).compute(20e6);
                assertArrayEquals(bytes(random(1, 500)), bytes(mine.memory().asSlice(100, 500)));
                return;
            }
            ImportedSegment theirs = remote.importSegment(1, SEGMENT);
            assertEquals(1000, theirs.byteSize());
            theirs.write(100, random(1, 500));
            MemorySegment back = MemorySegment.ofArray(new byte[502]);
            theirs.read(99, back);
            assertArrayEquals(bytes(random(1, 500)), bytes(back.asSlice(1, 500)));
            assertEquals(0, back.get(ValueLayout.JAVA_BYTE, 0));
            assertTrue(remote.now() < 20e6, "the owner was not waited for");
        });
    }

    /** The owner's program loses an interrupt and the pull of each cell; reads cost it a reply, too. */
    @Test
    void theOwnersProgramLosesTheProcessorsTime() {
        double quiet = ends(0, 0);
        // Cells that are far apart: 20 us for an interrupt, and 4.526 us for a cell.
        assertEquals(10 * 24.526, ends(10, 0) - quiet, 0.1);
        assertEquals(10 * (24.526 + 2.72), ends(0, 10) - quiet, 0.1);
    }

    private static double ends(int writes, int reads) {
        double[] end = new double[1];
        run(2, "", (session, remote) -> {
            if (remote.rank() == 1) {
                remote.export(SEGMENT, 64);
                session.job(1).compute(5e6);
                remote.now();
                end[0] = session.clockPs(1) / PS_PER_US;
                return;
            }
            ImportedSegment theirs = remote.importSegment(1, SEGMENT);
            MemorySegment data = MemorySegment.ofArray(new byte[8]);
            for (int i = 0; i < writes + reads; i++) {
                session.job(0).compute(2e5);
                if (i < writes) {
                    theirs.write(0, data);
                } else {
                    theirs.read(0, data);
                }
            }
        });
        return end[0];
    }

    @Test
    void aNotificationFollowsTheDataAndWakesTheOwner() {
        run(2, "", (session, remote) -> {
            if (remote.rank() == 1) {
                ExportedSegment mine = remote.export(SEGMENT, 8);
                assertFalse(mine.isNotified());
                mine.awaitNotification();
                assertEquals(42, mine.memory().get(JAVA_LONG_UNALIGNED, 0));
                assertFalse(mine.isNotified(), "one notification counts once");
                while (!mine.isNotified()) {
                    assertTrue(remote.now() < 1e9);
                }
                assertEquals(43, mine.memory().get(JAVA_LONG_UNALIGNED, 0));
                long before = remote.now();
                assertFalse(mine.awaitNotification(50_000));
                assertTrue(remote.now() >= before + 50_000);
                return;
            }
            ImportedSegment theirs = remote.importSegment(1, SEGMENT);
            for (long value = 42; value < 44; value++) {
                session.job(0).compute(3e6);
                theirs.write(0, MemorySegment.ofArray(new long[] {value}));
                theirs.notifyOwner();
            }
        });
    }

    @Test
    void whatIsAskedForWronglyIsRefusedByName() {
        run(2, "", (session, remote) -> {
            if (remote.rank() == 1) {
                ExportedSegment mine = remote.export(SEGMENT, 100);
                refused(
                        PortException.class,
                        () -> remote.export(SEGMENT, 1),
                        "segment 7 with 1 bytes; expected a number");
                refused(PortException.class, () -> remote.export(8, 1 << 30), "ssam.memory");
                session.job(1).compute(5e6);
                mine.close();
                mine.close();
                refused(RemoteException.class, mine::isNotified, "rank 1: segment 7 is withdrawn");
                session.job(1).compute(20e6);
                return;
            }
            ImportedSegment theirs = remote.importSegment(1, SEGMENT);
            MemorySegment data = MemorySegment.ofArray(new byte[40]);
            refused(
                    IndexOutOfBoundsException.class,
                    () -> theirs.write(61, data),
                    "rank 0: 40 bytes at 61 of segment 7 of rank 1, which has 100 bytes");
            refused(IndexOutOfBoundsException.class, () -> theirs.read(-1, data), "40 bytes at -1");
            refused(PortException.class, () -> remote.importSegment(0, SEGMENT), "rank 0; expected another rank");
            session.job(0).compute(10e6);
            refused(
                    RemoteException.class,
                    () -> theirs.read(0, data),
                    "rank 0: read of 32 bytes at 0 of segment 7 of rank 1: the rank no longer exports it");
            refused(
                    RemoteException.class,
                    () -> remote.importSegment(1, 9),
                    "rank 0: rank 1 has not exported segment 9 within 100 attempts");
            remote.close();
            remote.close();
            refused(RemoteException.class, () -> theirs.read(0, data), "remote memory is closed");
        });
    }

    private static void refused(Class<? extends RuntimeException> type, Runnable call, String text) {
        String message = assertThrows(type, call::run).getMessage();
        assertTrue(message.contains(text), message);
    }

    /** The third cell at the owner's host is the request of the read. */
    @Test
    void aLostCellEndsAReadByName() {
        run(2, "drop@host1:worm=3", (session, remote) -> {
            if (remote.rank() == 1) {
                remote.export(SEGMENT, 100);
                session.job(1).compute(5e6);
                return;
            }
            ImportedSegment theirs = remote.importSegment(1, SEGMENT);
            MemorySegment data = MemorySegment.ofArray(new byte[40]);
            refused(
                    RemoteException.class,
                    () -> theirs.read(0, data),
                    "rank 0: read of 32 bytes at 0 of segment 7 of rank 1: no answer within 1000000 ns; a cell was lost");
            theirs.read(0, data);
        });
    }

    @Test
    void aPlatformWithoutCellsIsRefusedByName() {
        try (SimSession session = SimSession.open(2, SimOptions.of("das64"), SimSession.Listener.NONE)) {
            session.run(rank -> refused(
                    RemoteException.class,
                    () -> RemoteMemory.init().close(),
                    "expected mpirun --mode sim --platform ss20-atm"));
        }
    }

    /** A lost cell ends a read by name, and a write leaves no trace; what arrives is right. */
    @Property(tries = 40, shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
    void whatArrivesIsRightUnderLossAndDamage(@ForAll long seed) {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(3);
        String[] faults = {"", "drop:rate=0.1", "flip:rate=1e-3", "drop@host1:rate=0.3"};
        String fault = faults[random.nextInt(faults.length)];
        SimOptions plain = new SimOptions("ss20-atm", seed, fault, "", List.of("atm.switch=true"));
        int[] failed = new int[1];
        run(ranks, random.nextBoolean() ? plain.withJitter(seed) : plain, (session, remote) -> {
            int self = remote.rank();
            Random own = new Random(seed + 31L * self);
            ExportedSegment mine = remote.export(SEGMENT, 64 * ranks);
            for (int i = 0; i < 20; i++) {
                int to = (self + 1 + own.nextInt(ranks - 1)) % ranks;
                ImportedSegment theirs = remote.importSegment(to, SEGMENT);
                // Each rank writes words of its own place; a cell arrives whole or not at all.
                long word = self * 1000L + i;
                theirs.write(64L * self, MemorySegment.ofArray(new long[] {word, word, word, word}));
                long[] found = new long[4];
                try {
                    theirs.read(64L * self, MemorySegment.ofArray(found));
                    for (long one : found) {
                        assertEquals(found[0], one, "seed " + seed);
                    }
                    assertTrue(found[0] == 0 || found[0] / 1000 == self && found[0] <= word, "seed " + seed);
                    if (fault.isEmpty()) {
                        assertEquals(word, found[0], "seed " + seed);
                    }
                } catch (RemoteException e) {
                    assertTrue(e.getMessage().contains("a cell was lost"), e.getMessage());
                    failed[0]++;
                }
            }
            // Others may read still: nobody leaves before all have had the time.
            session.job(self).compute(Math.max(0, 2e9 - remote.now()));
            mine.close();
        });
        assertTrue(failed[0] == 0 || !fault.isEmpty(), "seed " + seed);
    }

    /** Cells of both go through one network interface: interrupts deliver SSAM's, and traps serve remote memory. */
    @Test
    void remoteMemoryAndActiveMessagesShareAHost() {
        int[] handled = new int[2];
        run(2, "", (session, remote) -> {
            int self = remote.rank();
            remote.export(SEGMENT, 8);
            try (Ssam ssam = Ssam.init()) {
                ssam.requestHandler(1, (from, data, reply) -> {
                    handled[self]++;
                    return RequestHandler.NO_REPLY;
                });
                ImportedSegment theirs = remote.importSegment(1 - self, SEGMENT);
                long[] found = new long[1];
                for (long i = 0; i < 100; i++) {
                    ssam.request(1 - self, 1);
                    theirs.write(0, MemorySegment.ofArray(new long[] {i}));
                    theirs.read(0, MemorySegment.ofArray(found));
                    assertEquals(i, found[0]);
                }
                ssam.settle();
            }
        });
        assertArrayEquals(new int[] {100, 100}, handled);
    }
}
