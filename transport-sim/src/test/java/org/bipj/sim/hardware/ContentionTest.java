package org.bipj.sim.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.sim.constants.Constants;
import org.bipj.sim.net.Worm;
import org.bipj.sim.platform.Platform;
import org.bipj.sim.trace.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts that want the same thing at the same time: engines the memory, host and board the bus. */
class ContentionTest {
    private static final long BYTE = 7576;
    private static final long SETUP = 500_000;

    private static Firmware dmaAndSend(Rig rig) {
        return rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.hostDma(false, 0, 4096, "d");
                rig.lanai.send(new Worm(new byte[1], "w"));
                rig.lanai.feed(4096, true);
            }
        };
    }

    @Test
    void twoEnginesStreamAtFullPaceSideBySide() {
        Rig rig = new Rig();
        rig.lanai.load(dmaAndSend(rig));
        rig.at(0, () -> rig.lanai.ring("go"));
        rig.run();
        assertTrue(rig.log.contains(4096 * BYTE + " sent w"), rig.log.toString());
        assertTrue(rig.log.contains(SETUP + 4096 * BYTE + " dma d"), rig.log.toString());
    }

    @Test
    void withHalfTheMemoryTwoEnginesTakeTwiceTheTimeTogether() {
        Rig rig = new Rig(Rig.PPRO.with("sram.rate", "132").with("sram.arbitration", "fair"), Trace.OFF);
        rig.lanai.load(dmaAndSend(rig));
        rig.at(0, () -> rig.lanai.ring("go"));
        rig.run();
        // Alone for the set-up, then side by side at half pace until the send ends, then the DMA alone.
        long sent = SETUP + 2 * (4096 * BYTE - SETUP);
        long dma = 2 * 4096 * BYTE;
        assertTrue(rig.log.contains(SETUP + " send pace " + 2 * BYTE), rig.log.toString());
        assertEquals(sent, timeOf(rig, "sent w"), 2);
        assertEquals(dma, timeOf(rig, "dma d"), 2);
    }

    @Test
    void aStepIsSlowerWhileTwoEnginesStream() {
        Rig rig = new Rig();
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                if (command.equals("go")) {
                    dmaAndSend(rig).onDoorbell(command);
                } else {
                    rig.lanai.cycles(20);
                    rig.lanai.sram(8);
                    note("end of step");
                }
            }
        });
        rig.at(0, () -> rig.lanai.ring("go"));
        rig.at(10_000_000, () -> rig.lanai.ring("step"));
        rig.run();
        long least = (long) Math.ceil(4 * 3788 / 0.125);
        assertEquals(10_000_000 + 20 * 30_303 + 8 * least, timeOf(rig, "end of step"), 8);
    }

    @Test
    void programmedIoPushesAStreamingDmaBack() {
        Rig rig = new Rig();
        rig.lanai.load(dmaAndSend(rig));
        long alone = rig.node.host().pioWritePs(64, 0);
        assertEquals(100_000 + 64 * 12_407, alone);
        rig.at(0, () -> rig.lanai.ring("go"));
        rig.at(5_000_000, () -> {
            assertEquals(
                    100_000 + 2 * 64 * BYTE, rig.node.host().pioWritePs(64, 5_000_000), "half of the bus, not 61 %");
            rig.lanai.load(rig.new Logging());
            rig.lanai.ring("more");
        });
        rig.run();
        assertEquals(SETUP + 4096 * BYTE + 64 * BYTE, timeOf(rig, "dma d"), "the DMA waits for what was written");
    }

    /** The host's clock may be ahead of the simulation: what it writes after the DMA has the bus to itself. */
    @Test
    void programmedIoBehindTheEndOfADmaIsNotSlowedDown() {
        Rig rig = new Rig();
        rig.lanai.load(dmaAndSend(rig));
        long end = SETUP + 4096 * BYTE;
        rig.at(0, () -> rig.lanai.ring("go"));
        rig.at(5_000_000, () -> {
            long alone = 100_000 + 64 * 12_407;
            assertEquals(100_000 + 2 * 64 * BYTE, rig.node.host().pioWritePs(64, end - 1));
            assertEquals(alone, rig.node.host().pioWritePs(64, end));
            assertEquals(alone, rig.node.host().pioWritePs(64, 50_000_000_000L));
        });
        rig.run();
    }

    @Test
    void withoutWriteCombiningEachWordIsPaid() {
        Rig rig = new Rig(Rig.PPRO.with("bus.pio.combining", "false"), Trace.OFF);
        assertEquals(100_000 + 3 * 150_000, rig.node.host().pioWritePs(9, 0));
        assertEquals(700_000, rig.node.host().pioReadPs(0));
    }

    @Test
    void aSlowerBusSlowsTheDmaAndProgrammedIo() {
        Constants half = Rig.PPRO.with("bus.rate", "66");
        Rig rig = new Rig(half, Trace.OFF);
        rig.lanai.load(dmaAndSend(rig));
        assertEquals(100_000 + 64 * 15_152, rig.node.host().pioWritePs(64, 0));
        rig.at(0, () -> rig.lanai.ring("go"));
        rig.run();
        assertEquals(SETUP + 4096 * 15_152, timeOf(rig, "dma d"), "written before it streamed");
    }

    /** Streaming DMA from the host costs a flush each time, consistent DMA a lower rate. */
    @ParameterizedTest
    @CsvSource({
        "streaming, true, 0, 10638",
        "streaming, false, 15, 17730",
        "consistent, true, 0, 10638",
        "consistent, false, 0, 32895"
    })
    void anSBusReadsSlowerThanItWrites(String mode, boolean toHost, long flushUs, long bytePs) {
        Constants sbus = Platform.constantsOf("ultra1-myrinet").with("bus.dma.mode", mode);
        Rig rig = new Rig(sbus, Trace.OFF);
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.hostDma(toHost, 0, 4096, "d");
            }
        });
        rig.at(0, () -> rig.lanai.ring("go"));
        rig.run();
        assertEquals(sbus.ps("bus.dma.setup") + flushUs * 1_000_000 + 4096 * bytePs, timeOf(rig, "dma d"));
    }

    private static long timeOf(Rig rig, String what) {
        return rig.log.stream()
                .filter(line -> line.endsWith(" " + what))
                .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf(' '))))
                .findFirst()
                .orElseThrow(() -> new AssertionError(what + " is not in " + rig.log));
    }
}
