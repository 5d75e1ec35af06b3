package org.bipj.sim;

import static org.bipj.sim.BipRig.halfOfPeak;
import static org.bipj.sim.BipRig.pingPong;
import static org.bipj.sim.BipRig.pingPongFrom;
import static org.bipj.sim.BipRig.postingFirst;
import static org.bipj.sim.BipRig.rate;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.job.Compute;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What comes out for the BIP paper's measurements, and how it moves when the hardware is another. Expected by
 * arithmetic over the platform's constants where the comment says so, else from the paper; the paper's values are met
 * by mechanisms, so a test that fails here says that a mechanism has changed.
 */
class BipResultsTest {
    private static final int PEAK = 4 << 20;

    /** Largest host page, and what it takes on the bus at 132 MB/s, in microseconds. */
    private static final int PAGE = 4096;

    private static final double PAGE_US = PAGE / 132.0;

    private static void within(double expected, double percent, double found) {
        assertEquals(expected, found, expected * percent / 100);
    }

    private static void between(double low, double high, double found) {
        assertTrue(low <= found && found <= high, found + "; expected " + low + " to " + high);
    }

    @Test
    void anEmptyMessageTakesWhatThePaperSays() {
        within(4.3, 5, pingPong(0));
    }

    @Test
    void shortMessagesGrowByTheBytesOnEachOfTheirFiveWays() {
        // Programmed I/O at 80.6 MB/s, wire at 132, host DMA at 132, copy by the host at 80; the worm is sent when all
        // is written.
        double perByte = 1 / 80.6 + 1 / 132.0 + 1 / 132.0 + 1 / 80.0;
        within(256 * perByte, 2, pingPong(256) - pingPong(0));
    }

    @Test
    void thePeakIsThatOfTheHostDmaWithItsFixedCost() {
        // 31.0 us on the bus and about 1.6 us between two DMAs; the paper says 126, and 125 for long messages in
        // section 4.2.
        within(PAGE / (PAGE_US + 1.6), 1, rate(PEAK));
        within(126, 1, rate(PEAK));
    }

    @Test
    void halfOfThePeakIsReachedNearThreeAndAHalfKilobytes() {
        // The paper says 4096. Ours is composed of named steps, and none of them is fitted to it.
        between(3000, 4096, halfOfPeak());
    }

    /**
     * The paper does not say when its benchmark posts its receives: that alone decides on which side of 4096 it lies.
     */
    @Test
    void whereReceivesArePostedFirstHalfOfThePeakIsReachedATenthBehind4096() {
        // As bip-throughput reports it. Beside it the step at 256 bytes is that much larger, too.
        between(4300, 4500, BipRig.halfOfPeak(BipRig::postingFirst));
        between(7, 10, postingFirst(260) - postingFirst(256));
    }

    /** The step follows the constant; where short messages are so long that they are the slower ones it goes down. */
    @ParameterizedTest
    @ValueSource(ints = {6, 32, 128, 400})
    void theStepIsWhereTheBoardsShortMessagesEnd(int words) {
        String setting = "bip.short=" + words;
        double last = postingFirst(4 * words, setting);
        assertTrue(Math.abs(postingFirst(4 * words + 4, setting) - last) > 4, "behind " + words + " words");
        assertTrue(Math.abs(last - postingFirst(4 * words - 4, setting)) < 0.5, "before " + words + " words");
        if (words > 64) {
            assertTrue(postingFirst(260, setting) - postingFirst(256, setting) < 0.5, "no step at 256 bytes any more");
        }
    }

    @Test
    void theStrategiesChangeWithAStepAt256Bytes() {
        double shortest = pingPong(256);
        double step = pingPong(260) - shortest;
        between(2, 5, step);
        assertTrue(pingPong(252) < shortest);
    }

    @Test
    void aMessageOfOnePacketPassesThreeStagesOneAfterTheOther() {
        // Cut-through on the wire: 37 to 40 MB/s. Store-and-forward on the boards' wire side would give 30.
        between(37, 40, rate(PAGE, "bip.packet=4096"));
    }

    @Test
    void noFixedPacketSizeServesAllLengths() {
        for (int bytes : new int[] {1024, 4096, 16_384, 65_536, 1 << 20}) {
            double adaptive = pingPong(bytes);
            assertTrue(adaptive < 1.03 * pingPong(bytes, "bip.packet=4096"), bytes + " bytes in packets of 4096");
            assertTrue(adaptive < 1.03 * pingPong(bytes, "bip.packet=256"), bytes + " bytes in packets of 256");
        }
        assertTrue(rate(4096, "bip.packet=4096") < 0.65 * rate(4096));
        assertTrue(rate(1 << 20, "bip.packet=256") < 0.65 * rate(1 << 20));
    }

    @Test
    void theCurveOfFixedPacketsIsAStaircaseOfTheirSize() {
        // Between two steps one byte more costs its time on bus and wire once; at a step the fixed cost of one more
        // packet.
        int packet = 1024;
        double flat = pingPong(6 * packet + 900, "bip.packet=1024") - pingPong(6 * packet + 400, "bip.packet=1024");
        double across = pingPong(7 * packet + 200, "bip.packet=1024") - pingPong(6 * packet + 700, "bip.packet=1024");
        assertTrue(across > flat + 1, "a step: " + across + " against " + flat + " us");
    }

    @Test
    void halfTheBusHalvesThePeakAndItsHalf() {
        between(63, 65, rate(PEAK, "bus.rate=66 MB/s"));
        within(halfOfPeak() / 2, 10, halfOfPeak("bus.rate=66 MB/s"));
    }

    @Test
    void aSlowerLinkIsThePeak() {
        between(75, 80, rate(PEAK, "link.rate=80 MB/s"));
    }

    @Test
    void theBoardsProcessorCountsInLatencyAndPeak() {
        // Narrow enough that neither is the peak of a board whose processor does not matter.
        within(120, 2, rate(PEAK, "lanai.clock=16.5 MHz"));
        within(129, 2, rate(PEAK, "lanai.clock=66 MHz"));
        within(1.9, 10, pingPong(0, "lanai.clock=16.5 MHz") - pingPong(0));
        within(0.95, 10, pingPong(0) - pingPong(0, "lanai.clock=66 MHz"));
    }

    @Test
    void halfTheBoardsMemoryIsHalfTheStream() {
        between(60, 66, rate(PEAK, "sram.rate=132 MB/s"));
    }

    /**
     * A host DMA of 264 MB/s takes 231 of the memory's 264 MB/s while it works, all but the least share, and leaves the
     * link 33 instead of 132: it works 132 / (231 - 33 + 132) of the time.
     */
    @Test
    void aFasterHostDmaThatComesFirstStarvesTheLink() {
        String[] fast = {"bus.rate=264", "bus.dma.read.rate=264", "bus.dma.write.rate=264", ""};
        fast[3] = "sram.arbitration=host-first";
        within(231 * 132 / 330.0, 2, rate(PEAK, fast));
        fast[3] = "sram.rate=528";
        between(129, 132, rate(PEAK, fast));
    }

    @Test
    void requestAndGoCostARoundTripAndNoBandwidth() {
        String packets = "bip.long=request-go";
        for (int bytes : new int[] {1024, 2048, 4096, 16_384, 65_536, 1 << 20}) {
            between(4, 6, pingPongFrom(0, bytes, packets) - pingPongFrom(0, bytes));
        }
        // 4.7 to 5.1 KB where one worm has 4096 bytes.
        between(4700 - 4096, 5100 - 4096, halfOfPeak(packets) - halfOfPeak());
        within(rate(PEAK), 0.5, rate(PEAK, packets));
    }

    @Test
    void requestAndGoCostTheSameWhereverTheBuffersLie() {
        String packets = "bip.long=request-go";
        for (int bytes : new int[] {1024, 4096, 16_384, 65_536}) {
            double sum = 0;
            for (int place = 0; place < 8; place++) {
                double added = pingPongFrom(place * 520, bytes, packets) - pingPongFrom(place * 520, bytes);
                assertTrue(added < 6, bytes + " bytes, buffers from " + place * 520 + " on: " + added + " us");
                sum += added;
            }
            between(4, 6, sum / 8);
        }
        for (int before : new int[] {520, 2056, 3960}) {
            within(pingPongFrom(before, 1 << 20), 0.2, pingPongFrom(before, 1 << 20, packets));
        }
    }

    @Test
    void eachSwitchAddsATenthOfAMicrosecondAndNothingElse() {
        within(0.4, 10, pingPong(0, "topology.switches=5") - pingPong(0));
        within(rate(PEAK), 0.5, rate(PEAK, "topology.switches=5"));
    }

    /** The longest latencies that are allowed, at the usual marks of the slack buffers and at higher ones. */
    @Test
    void noLatencyThatASwitchMayHaveTakesBandwidth() {
        double cable = rate(PEAK, "topology.switches=0", "topology.hosts=2");
        within(cable, 0.5, rate(PEAK, "switch.latency=422 ns"));
        within(cable, 0.5, rate(PEAK, "switch.latency=422 ns", "topology.switches=5"));
        within(cable, 0.5, rate(PEAK, "switch.latency=1 us", "slack.bytes=160", "slack.stop=133"));
    }

    @Test
    void bothWaysAtOnceShareTheOneHostDmaEngine() {
        between(60, 65, BipRig.exchange(1 << 20));
    }

    /** Which of its engines a board's memory serves first is assumed, and decides whether it is as expected. */
    @Test
    void bothWaysAtOnceAreSlowerWhereTheMemoryServesItsEnginesAlike() {
        between(50, 52, BipRig.exchange(1 << 20, "sram.arbitration=fair"));
    }

    @Test
    void pagesThatAreNotPinnedCostAFifth() {
        within(100, 2, BipRig.rateUnpinned(PEAK));
    }

    @Test
    void ofTwoSendersTheSecondEndsAfterTwiceTheTime() {
        double[] ends = BipRig.gather(2, 1 << 20);
        double one = BipRig.gather(1, 1 << 20)[0];
        within(one, 1, ends[0]);
        within(2 * one, 2, ends[1]);
    }

    @Test
    void alignmentCostsAtMostOnePacketMore() {
        // "There is no additional cost when buffers are not on page boundaries": plain arrays start anywhere in a page.
        // Here a further fetch and a further store of 1.5 us each, and a step for its room: little of a long message,
        // but a seventh of one of 1 KB.
        for (int bytes : new int[] {512, 1024, 4096, 16_384, 65_536}) {
            double least = Double.MAX_VALUE;
            double most = 0;
            for (int i = 0; i < 32; i++) {
                double one = pingPongFrom(i * 136, bytes);
                least = Math.min(least, one);
                most = Math.max(most, one);
            }
            assertTrue(most < least + 4.2, bytes + " bytes: " + least + " to " + most + " us");
            assertTrue(most < least * (bytes < 4096 ? 1.15 : bytes < 65_536 ? 1.045 : 1.01), bytes + " bytes");
        }
    }

    /** A rank computes for longer than the DMA goes on that is under way; only then does it send. */
    @Test
    void aShortMessageAfterTheEndOfADmaHasTheBusToItself() {
        assertEquals(shortSend(0, 0), shortSend(1 << 18, 50_000_000), 0.002);
        assertTrue(shortSend(1 << 18, 0) > shortSend(0, 0) + 0.5, "beside a DMA it takes longer");
    }

    /** What a short send takes node 0 that computes for so long while so many words arrive, in microseconds. */
    private static double shortSend(int words, long computeNs) {
        double[] us = new double[1];
        BipRig.run(
                2,
                (bip, clock) -> {
                    if (bip.myNode() == 0) {
                        bip.tirecv(1, new int[words], words);
                        bip.tirecv(3, new int[1], 1);
                        bip.tsend(1, 2, new int[0], 0);
                        for (double until = clock.us() + 4000; clock.us() < until; ) {
                            bip.rtest(3);
                        }
                        Compute.charge(computeNs);
                        double start = clock.us();
                        bip.tsend(1, 4, new int[64], 64);
                        us[0] = clock.us() - start;
                        bip.rwait(1);
                    } else {
                        bip.trecv(2, new int[0], 0);
                        bip.tsend(0, 1, new int[words], words);
                        bip.trecv(4, new int[64], 64);
                    }
                },
                "bip-ppro200");
        return us[0];
    }
}
