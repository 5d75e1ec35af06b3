package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PortException;
import org.bipj.sim.kernel.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the simulated port tells those who ask too much of it. */
class BipPortTest {
    private static final PacketSink NOTHING = new PacketSink() {
        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            return DONE;
        }

        @Override
        public void onCompletion(long cookie) {}
    };

    private static void refuses(String named, String change) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> new SimCluster(2, SimOptions.of("bip-ppro200").with(change)));
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }

    @Test
    void aPlatformThatDoesNotFitIsRefusedBeforeTheRun() {
        refuses("expected stream or request-go", "bip.long=sometimes");
        refuses("expected adaptive or 64 to 4096 bytes", "bip.packet=100000");
        refuses("its memory (sram.size) has 262144", "bip.buffers.receive=100");
    }

    /** Each rank costs an entry of the table of routes and two numbers of 16 bits. */
    @Test
    void theTablesOfRoutesTakeBoardMemory() {
        int free = 262_144 - boardBytes("bip.route=16");
        assertEquals(2 * 1000, boardBytes("bip.route=1016") - boardBytes("bip.route=16"));
        new SimCluster(2, SimOptions.of("bip-ppro200").with("bip.route=" + (16 + free / 2)));
        refuses("its tables for 2 ranks (bip.route) take", "bip.route=" + (16 + free / 2 + 1));
    }

    /** What the boards of a job of two ranks use. */
    private static int boardBytes(String change) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> new SimCluster(2, SimOptions.of("bip-ppro200").with(change, "sram.size=1")));
        return Integer.parseInt(e.getMessage().replaceAll(".* take (\\d+) bytes.*", "$1"));
    }

    @Test
    void aRouteThatDoesNotFitItsEntryIsRefusedBeforeTheRun() {
        SimOptions options = SimOptions.of("das64").with("bip.route=10");
        new SimCluster(4, options);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> new SimCluster(64, options));
        assertEquals(
                "--set bip.route=10: bip.route = 10 B: the route of 10 switches from rank 0 to rank 63 does not fit an"
                        + " entry of the board's table; expected 11 B or more: a length, and a byte for each switch",
                e.getMessage());
    }

    @Test
    void ranksOnHostsWithoutARouteMayRunButNotTalk(@TempDir Path folder) throws IOException {
        List<String> lines = List.of(
                "include bip-ppro200",
                "topology.kind = cables",
                "routing = user",
                "host ann bob cid",
                "switch s",
                "cable ann s:0",
                "cable bob s:1",
                "cable cid s:2",
                "route ann bob 1",
                "route bob ann -1");
        String file = Files.write(folder.resolve("parts.platform"), lines).toString();
        send(file, 1);
        PortException e = assertThrows(PortException.class, () -> send(file, 2));
        assertEquals(
                "rank 0 on ann cannot send to rank 2 on cid: platform parts has no route from ann to cid",
                e.getMessage());
    }

    /** Rank 0 sends to one of the others, which takes it. */
    private static void send(String platform, int to) {
        try (SimSession session = SimSession.open(3, SimOptions.of(platform), SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                if (rank == 0) {
                    port.claim(to, NicPort.DATA, 8);
                    port.commit(to, NicPort.DATA, 0, 8, 0);
                } else if (rank == to) {
                    while (port.poll(NOTHING, 1) == 0) {
                        port.idle(1);
                    }
                }
            });
        }
    }

    /**
     * Two threads of rank 0 pause, one for a slot of the board. Both are woken for another reason, and pause again: the slot
     * must still wake the first one.
     */
    @Test
    void aThreadThatWaitsForASlotGetsOneWhenItIsFree() {
        SimOptions options = SimOptions.of("bip-ppro200").with("host.thread.switch=0", "host.thread.wake=0");
        long second = 1_000_000_000_000L;
        boolean[] waits = new boolean[1];
        long[] gotAt = new long[1];
        int[] sent = new int[1];
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                Processor processor = session.processor(rank);
                if (rank == 1) {
                    while (!waits[0]) {
                        processor.current().sleep(1000);
                    }
                    processor.current().sleep(1_000_000);
                    session.processor(0).wake(processor.clock());
                    for (int got = port.poll(NOTHING, 1); gotAt[0] == 0 || got < sent[0]; ) {
                        port.idle(1);
                        got += port.poll(NOTHING, 1);
                    }
                    return;
                }
                processor.spawn("other", Processor.Priority.NORMAL, () -> {
                    while (true) {
                        port.poll(NOTHING, 1);
                        port.virtualTime().pause();
                    }
                });
                processor.spawn(
                        "sleeper",
                        Processor.Priority.NORMAL,
                        () -> processor.current().sleep(second));
                processor.giveWay();
                while (port.claim(1, NicPort.DATA, 8) >= 0) {
                    port.commit(1, NicPort.DATA, 0, 8, 0);
                    sent[0]++;
                }
                while (port.claim(1, NicPort.DATA, 8) < 0) {
                    port.poll(NOTHING, 1);
                    waits[0] = true;
                    port.virtualTime().pause();
                }
                gotAt[0] = processor.clock();
                sent[0]++;
                port.commit(1, NicPort.DATA, 0, 8, 0);
            });
        }
        assertTrue(sent[0] > 1 && gotAt[0] < second / 1000, sent[0] + " packets, the last one at " + gotAt[0] + " ps");
    }

    @Test
    void aThousandNodesHaveRoomForTheirRoutes() {
        SimOptions options = SimOptions.of("das64").with("topology.grid=10x10x10");
        try (SimSession session = SimSession.open(1000, options, SimSession.Listener.NONE)) {
            List<Integer> arrived = new ArrayList<>();
            session.run(rank -> {
                if (rank == 0) {
                    NicPort port = session.job(0).open();
                    port.claim(999, NicPort.DATA, 8);
                    port.commit(999, NicPort.DATA, 0, 8, 0);
                } else if (rank == 999) {
                    NicPort port = session.job(999).open();
                    while (port.poll(NOTHING, 1) == 0) {
                        port.idle(1);
                    }
                    arrived.add(rank);
                }
            });
            assertEquals(List.of(999), arrived);
        }
    }

    @Test
    void onlyTheRanksOwnThreadMayCall() {
        List<Throwable> seen = new ArrayList<>();
        SimCluster cluster = new SimCluster(2, SimOptions.of("bip-ppro200"));
        try (SimSession session = new SimSession(cluster, 2, SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                Thread other = Thread.ofPlatform().unstarted(() -> {
                    try {
                        port.poll(NOTHING, 1);
                    } catch (IllegalStateException e) {
                        seen.add(e);
                    }
                });
                other.start();
                try {
                    other.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
        assertEquals(2, seen.size());
        assertTrue(seen.get(0).getMessage().contains("rank 0"), seen.get(0).getMessage());
    }

    @Test
    void packetsThatAreKeptStayUntilTheyAreReleased() {
        int packets = 5;
        Keeper keeper = new Keeper(packets - 1);
        SimCluster cluster = new SimCluster(2, SimOptions.of("bip-ppro200"));
        try (SimSession session = new SimSession(cluster, 2, SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                if (rank == 0) {
                    for (int i = 0; i < packets; i++) {
                        assertEquals(0, port.claim(1, NicPort.DATA, Long.BYTES));
                        port.memory(1, NicPort.DATA).set(ValueLayout.JAVA_LONG, 0, i);
                        port.commit(1, NicPort.DATA, 0, Long.BYTES, 0);
                    }
                    return;
                }
                while (keeper.memories.size() < packets) {
                    port.pollOrIdle(keeper, packets, 0);
                }
                assertEquals(packets, keeper.offsets.stream().distinct().count());
                for (int i = 0; i < packets - 1; i++) {
                    assertEquals(i, keeper.memories.get(i).get(ValueLayout.JAVA_LONG, keeper.offsets.get(i)));
                    assertFalse(cluster.port(1).isIdle());
                    port.release(0, NicPort.DATA, keeper.offsets.get(i));
                }
                assertTrue(cluster.port(1).isIdle(), () -> cluster.port(1).state());
            });
        }
    }

    /** Keeps the first packets. */
    private static final class Keeper implements PacketSink {
        final List<MemorySegment> memories = new ArrayList<>();
        final List<Long> offsets = new ArrayList<>();
        private final int most;

        Keeper(int most) {
            this.most = most;
        }

        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            assertEquals(memories.size(), memory.get(ValueLayout.JAVA_LONG, offset));
            memories.add(memory);
            offsets.add(offset);
            return memories.size() <= most ? KEEP : DONE;
        }

        @Override
        public void onCompletion(long cookie) {}
    }

    @Test
    void slotsAreBounded() {
        List<Long> claims = new ArrayList<>();
        SimCluster cluster = new SimCluster(4, SimOptions.of("bip-ppro200").with("bip.slots.data=2"));
        try (SimSession session = new SimSession(cluster, 4, SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                if (rank == 0) {
                    claims.add(port.claim(1, NicPort.DATA, 8));
                    claims.add(port.claim(2, NicPort.DATA, 8));
                    claims.add(port.claim(3, NicPort.DATA, 8));
                    claims.add(port.claim(3, NicPort.CONTROL, 8));
                    port.abort(1, NicPort.DATA, 0);
                    claims.add(port.claim(3, NicPort.DATA, 8));
                }
                port.close();
            });
        }
        assertEquals(List.of(0L, 0L, NicPort.BACK_PRESSURED, 0L, 0L), claims);
    }

    /**
     * The room that a board keeps for the next worm takes the first 248 bytes of a long message (short ones have 65
     * words here). Mostly the first piece goes on behind them; here it ends before them, behind them, and just there.
     */
    @Test
    void aLongMessageArrivesWhereverItsBufferLiesInItsPage() {
        int words = 256;
        for (int before = 0; before <= 256; before += 8) {
            int[] preceding = new int[before / 4];
            int[] sent = IntStream.range(0, words).toArray();
            int[] received = new int[words];
            BipRig.run(
                    2,
                    (bip, clock) -> {
                        if (bip.myNode() == 0) {
                            bip.trecv(1, new int[1], 1);
                            bip.tsend(1, 2, sent, words);
                        } else {
                            // It lies where memory begins, and what is received next lies behind it.
                            bip.tirecv(3, preceding, preceding.length);
                            int receive = bip.tirecv(2, received, words);
                            bip.tsend(0, 1, new int[1], 1);
                            bip.rwait(receive);
                        }
                    },
                    "bip-ppro200",
                    "bip.short=65",
                    "bip.packet=256");
            assertArrayEquals(sent, received, preceding.length + " words before");
        }
    }
}
