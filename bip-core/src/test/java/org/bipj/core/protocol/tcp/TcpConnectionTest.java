package org.bipj.core.protocol.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule of a connection, by segments on lines of 5 ms. Segments have 1,000 bytes, buffers 16,000. */
class TcpConnectionTest {
    private static void write(TcpConnection to, int bytes) {
        assertEquals(bytes, to.write(new byte[bytes], 0, bytes));
    }

    private static int readAll(TcpConnection from) {
        return from.read(new byte[100_000], 0, 100_000);
    }

    private static List<Integer> lengths(List<TcpSegment> segments) {
        return segments.stream().map(TcpSegment::dataLength).toList();
    }

    /** A connection that has left slow start's beginning behind: its client may send much at once. */
    private static TcpPair warm() {
        TcpPair pair = TcpPair.established();
        for (int i = 0; i < 4; i++) {
            write(pair.client, 16_000);
            pair.runFor(100);
            assertEquals(16_000, readAll(pair.server));
            pair.runFor(20);
        }
        return pair;
    }

    // ---- beginning (RFC 9293, 3.5) -----------------------------------------------------------------------------

    @Test
    void threeSegmentsBeginAConnection() {
        TcpPair pair = new TcpPair(1, TcpPair.SETTINGS, TcpPair.SETTINGS);
        TcpSegment syn = pair.takeNext();
        assertTrue(syn.has(TcpSegment.SYN) && !syn.has(TcpSegment.ACK), syn::toString);
        assertEquals(1000, syn.largest());
        assertEquals(16_000, syn.window());
        pair.put(syn, true);
        pair.step();
        TcpSegment answer = pair.takeNext();
        assertTrue(answer.has(TcpSegment.SYN) && answer.has(TcpSegment.ACK), answer::toString);
        assertEquals(syn.sequence() + 1, answer.acknowledgement());
        assertEquals(TcpState.SYN_RECEIVED, pair.server.state());
        pair.put(answer, false);
        pair.step();
        assertEquals(TcpState.ESTABLISHED, pair.client.state());
        TcpSegment last = pair.takeNext();
        assertEquals(0, last.length());
        pair.put(last, true);
        pair.step();
        assertEquals(TcpState.ESTABLISHED, pair.server.state());
        assertEquals(List.of(), pair.takeAll());
    }

    @Test
    void theSmallerOfBothLargestSegmentsCounts() {
        TcpPair pair = new TcpPair(1, TcpPair.SETTINGS, TcpPair.settings(400, 4000, 4000));
        pair.runFor(100);
        write(pair.client, 1200);
        assertEquals(List.of(400), lengths(pair.takeAll()));
    }

    @Test
    void bothMayConnectAtOnce() {
        TcpPair pair = new TcpPair(1, TcpPair.SETTINGS, TcpPair.SETTINGS);
        pair.server = TcpConnection.connecting(TcpPair.SETTINGS, 77);
        pair.runFor(200);
        assertEquals(TcpState.ESTABLISHED, pair.client.state());
        assertEquals(TcpState.ESTABLISHED, pair.server.state());
        write(pair.client, 10);
        write(pair.server, 20);
        pair.runFor(100);
        assertEquals(10, readAll(pair.server));
        assertEquals(20, readAll(pair.client));
    }

    @Test
    void aSynIsRepeatedLaterEachTimeAndThenGivenUp() {
        TcpPair pair = new TcpPair(1, TcpPair.SETTINGS, TcpPair.SETTINGS);
        pair.lossPercent = 100;
        pair.runFor(1_000_000);
        assertEquals(
                List.of("0", "1000", "3000", "7000", "15000", "31000", "63000", "123000", "183000"),
                pair.log.stream().map(line -> line.split(" ")[0]).toList());
        assertEquals(TcpFailure.TIMED_OUT, pair.client.failure());
    }

    @Test
    void aSynForWhichNothingListensIsRefused() {
        TcpPair pair = new TcpPair(1, TcpPair.SETTINGS, TcpPair.SETTINGS);
        TcpSegment syn = pair.takeNext();
        pair.put(TcpSegment.refusal(syn), false);
        pair.step();
        assertEquals(TcpState.CLOSED, pair.client.state());
        assertEquals(TcpFailure.REFUSED, pair.client.failure());
    }

    /** RFC 6298, 5.7: the first data after a repeated SYN have three times the first timeout. */
    @Test
    void afterALostSynDataWaitLonger() {
        TcpPair pair = new TcpPair(1, TcpPair.SETTINGS, TcpPair.SETTINGS);
        pair.takeNext();
        pair.runFor(1500);
        assertEquals(TcpState.ESTABLISHED, pair.client.state());
        write(pair.client, 10);
        pair.flush();
        assertEquals(pair.now + 3000, pair.client.waitsUntil());
    }

    /** RFC 5961: a peer that has started anew is made to end the old connection. */
    @Test
    void aPeerThatHasStartedAnewEndsTheOldConnection() {
        TcpPair pair = TcpPair.established();
        TcpConnection old = pair.server;
        TcpConnection anew = TcpConnection.connecting(TcpPair.SETTINGS, 123_456);
        old.receive(anew.output(pair.now), pair.now);
        assertEquals(TcpState.ESTABLISHED, old.state());
        anew.receive(old.output(pair.now), pair.now);
        TcpSegment reset = anew.output(pair.now);
        assertTrue(reset.has(TcpSegment.RST), reset::toString);
        old.receive(reset, pair.now);
        assertEquals(TcpFailure.RESET, old.failure());
        assertEquals(TcpState.SYN_SENT, anew.state());
    }

    // ---- data --------------------------------------------------------------------------------------------------

    @Test
    void bytesArriveInOrderWhateverTheOrderOfTheirSegments() {
        TcpPair pair = warm();
        byte[] bytes = new byte[5000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 7);
        }
        assertEquals(5000, pair.client.write(bytes, 0, 5000));
        List<TcpSegment> segments = pair.takeAll();
        assertEquals(5, segments.size());
        for (int index : new int[] {4, 1, 1, 3, 0, 2, 0}) {
            pair.server.receive(segments.get(index), pair.now);
            // RFC 5681, 4.2: what comes out of order, or again, or fills a gap is acknowledged at once.
            assertTrue(pair.server.isOutputDue(pair.now));
            assertEquals(0, pair.server.output(pair.now).dataLength());
        }
        byte[] read = new byte[6000];
        assertEquals(5000, pair.server.read(read, 0, 6000));
        assertArrayEquals(bytes, java.util.Arrays.copyOf(read, 5000));
    }

    @Test
    void everySecondSegmentIsAcknowledgedAtOnceAndOneAloneLater() {
        TcpPair pair = warm();
        write(pair.client, 2000);
        List<TcpSegment> two = pair.takeAll();
        pair.server.receive(two.get(0), pair.now);
        assertFalse(pair.server.isOutputDue(pair.now));
        assertEquals(pair.now + 40, pair.server.dozesUntil());
        pair.server.receive(two.get(1), pair.now);
        assertTrue(pair.server.isOutputDue(pair.now));
        pair.server.output(pair.now);
        assertEquals(TcpConnection.NEVER, pair.server.dozesUntil());
    }

    @Test
    void aNewConnectionAcknowledgesAtOnce() {
        TcpPair pair = TcpPair.established();
        write(pair.client, 1000);
        pair.server.receive(pair.takeNext(), pair.now);
        assertTrue(pair.server.isOutputDue(pair.now));
    }

    /** RFC 1122, 4.2.3.4. */
    @Test
    void naglesAlgorithmHoldsLittleBackWhileSomethingIsOnItsWay() {
        TcpPair pair = warm();
        write(pair.client, 10);
        assertEquals(List.of(10), lengths(pair.takeAll()));
        write(pair.client, 20);
        write(pair.client, 30);
        assertEquals(List.of(), pair.takeAll());
        write(pair.client, 1000);
        assertEquals(List.of(1000), lengths(pair.takeAll()));
        pair.client.nagle(false);
        assertEquals(List.of(50), lengths(pair.takeAll()));
    }

    @Test
    void littleThatWasHeldBackLeavesWithTheAcknowledgement() {
        TcpPair pair = warm();
        write(pair.client, 10);
        pair.flush();
        write(pair.client, 20);
        pair.runFor(44);
        assertEquals(10, pair.server.available());
        pair.runFor(11);
        assertEquals(30, pair.server.available());
    }

    // ---- windows -----------------------------------------------------------------------------------------------

    @Test
    void aSenderStopsAtTheWindowAndGoesOnWhenThePeerReads() {
        TcpPair pair = warm();
        write(pair.client, 16_000);
        pair.runFor(100);
        assertEquals(16_000, pair.server.available());
        write(pair.client, 5000);
        assertEquals(List.of(), pair.takeAll());
        assertTrue(pair.client.isProbing());
        assertFalse(pair.server.hasOpenWindow());
        assertEquals(16_000, readAll(pair.server));
        assertTrue(pair.server.hasOpenWindow());
        pair.runFor(100);
        assertEquals(5000, pair.server.available());
        assertFalse(pair.client.isProbing());
    }

    /** RFC 1122, 4.2.2.17: the window may have opened by an acknowledgement that was lost. */
    @Test
    void aClosedWindowIsProbedLessAndLessOften() {
        TcpPair pair = warm();
        write(pair.client, 16_000);
        pair.runFor(100);
        write(pair.client, 100);
        pair.flush();
        pair.log.clear();
        pair.runFor(3100);
        List<String> probes =
                pair.log.stream().filter(line -> line.contains(">")).toList();
        assertEquals(4, probes.size(), pair::toString);
        readAll(pair.server);
        assertTrue(pair.server.output(pair.now).window() > 0, "the announcement, which is lost");
        pair.runFor(10_000);
        assertEquals(100, pair.server.available());
    }

    /** RFC 1122, 4.2.3.3: a window that has grown by little is not announced. */
    @Test
    void aReaderOfSingleBytesOpensNoSillyWindow() {
        TcpPair pair = warm();
        write(pair.client, 16_000);
        pair.runFor(100);
        for (int i = 0; i < 999; i++) {
            pair.server.read(new byte[1], 0, 1);
            assertFalse(pair.server.isOutputDue(pair.now));
        }
        pair.server.read(new byte[1], 0, 1);
        assertEquals(1000, pair.server.output(pair.now).window());
    }

    // ---- congestion (RFC 5681) ---------------------------------------------------------------------------------

    @Test
    void slowStartDoublesWhatIsOnItsWayEachRoundTrip() {
        TcpPair pair = TcpPair.established();
        write(pair.client, 16_000);
        pair.flush();
        pair.log.clear();
        int[] inRound = new int[4];
        for (int round = 0; round < 4; round++) {
            long begin = pair.log.size();
            List<TcpSegment> segments = pair.takeAll();
            inRound[round] = segments.size();
            for (TcpSegment segment : segments) {
                pair.server.receive(segment, pair.now);
                readAll(pair.server);
                pair.server.shutdownInput();
                // Each is acknowledged, so that each lets the window grow.
                pair.server.expire(pair.now + 40);
                pair.client.receive(pair.server.output(pair.now), pair.now);
            }
            assertTrue(pair.log.size() >= begin);
            pair.now += 10;
        }
        assertArrayEquals(new int[] {1, 2, 4, 8}, inRound);
    }

    @Test
    void congestionAvoidanceAddsASegmentEachRoundTrip() {
        CongestionWindow congestion = new CongestionWindow(1);
        congestion.begin(1000);
        for (int i = 0; i < 15; i++) {
            congestion.acknowledged(1000);
        }
        assertEquals(16_000, congestion.bytes());
        congestion.timedOut(16_000, true);
        assertEquals(1000, congestion.bytes());
        assertEquals(8000, congestion.threshold());
        congestion.timedOut(1000, false);
        assertEquals(8000, congestion.threshold());
        for (int i = 0; i < 7; i++) {
            congestion.acknowledged(1000);
        }
        assertEquals(8000, congestion.bytes());
        for (int i = 0; i < 8; i++) {
            congestion.acknowledged(1000);
        }
        assertEquals(9000, congestion.bytes(), 100);
    }

    /** 3.2: the third duplicate sends the oldest again; half of what was on its way may be on its way afterwards. */
    @Test
    void threeDuplicatesSendTheOldestAgain() {
        TcpPair pair = warm();
        write(pair.client, 8000);
        List<TcpSegment> segments = pair.takeAll();
        assertEquals(8, segments.size());
        for (int i = 1; i <= 3; i++) {
            assertEquals(List.of(), pair.takeAll());
            pair.server.receive(segments.get(i), pair.now);
            pair.client.receive(pair.server.output(pair.now), pair.now);
        }
        TcpSegment again = pair.takeNext();
        assertEquals(segments.getFirst().sequence(), again.sequence());
        assertEquals(1000, again.dataLength());
        assertEquals(1, pair.client.repeated());
        pair.put(again, true);
        segments.subList(4, 8).forEach(one -> pair.put(one, true));
        pair.runFor(100);
        assertEquals(8000, pair.server.available());
        assertEquals(1, pair.client.repeated());
    }

    @Test
    void fastRecoveryHalvesTheWindow() {
        CongestionWindow congestion = new CongestionWindow(8);
        congestion.begin(1000);
        assertFalse(congestion.isLoss(8000));
        assertEquals(9000, congestion.bytes(), "limited transmit");
        assertFalse(congestion.isLoss(9000));
        assertEquals(10_000, congestion.bytes(), "limited transmit");
        assertTrue(congestion.isLoss(10_000));
        assertEquals(7000, congestion.bytes(), "half, and the three that have left the network");
        assertFalse(congestion.isLoss(10_000));
        assertEquals(8000, congestion.bytes());
        congestion.acknowledged(8000);
        assertEquals(4000, congestion.bytes());
    }

    @Test
    void afterARestItStartsSlowlyAgain() {
        TcpPair pair = warm();
        write(pair.client, 16_000);
        assertTrue(pair.takeAll().size() > 1);
        pair = warm();
        pair.runFor(5000);
        write(pair.client, 16_000);
        assertEquals(1, pair.takeAll().size());
    }

    // ---- retransmission (RFC 6298) -----------------------------------------------------------------------------

    @Test
    void theTimeoutFollowsTheRoundTrips() {
        RetransmissionTimeout timeout = new RetransmissionTimeout(TcpPair.SETTINGS);
        assertEquals(1000, timeout.current());
        timeout.measured(400);
        assertEquals(400 + 4 * 200, timeout.current());
        timeout.measured(400);
        assertEquals(400 + 4 * 150, timeout.current());
        timeout.backOff();
        assertEquals(2000, timeout.current());
        timeout.measured(400);
        assertTrue(timeout.current() < 1000);
        for (int i = 0; i < 100; i++) {
            timeout.measured(10);
        }
        assertEquals(200, timeout.current(), "the least");
        for (int i = 0; i < 20; i++) {
            timeout.backOff();
        }
        assertEquals(60_000, timeout.current(), "the longest");
        assertEquals(60_000, timeout.doubled(3));
    }

    @Test
    void whatIsNotAcknowledgedIsSentAgainLaterEachTimeAndThenGivenUp() {
        TcpPair pair = warm();
        pair.lossPercent = 100;
        write(pair.client, 3000);
        pair.flush();
        long begin = pair.now;
        pair.log.clear();
        pair.runFor(1500);
        assertEquals(
                List.of(200L, 600L, 1400L),
                pair.log.stream()
                        .map(line -> Long.parseLong(line.split(" ")[0]) - begin)
                        .toList());
        pair.runFor(10_000_000);
        assertEquals(TcpFailure.TIMED_OUT, pair.client.failure());
        assertEquals(15, pair.log.size());
    }

    /** Karn's rule: the round trip of what was sent twice is not measured. */
    @Test
    void aRoundTripIsNotMeasuredByWhatWasSentAgain() {
        TcpPair pair = warm();
        write(pair.client, 10);
        pair.takeAll();
        pair.runFor(190);
        pair.runFor(20);
        pair.runFor(5000);
        assertEquals(10, readAll(pair.server));
        write(pair.client, 10);
        pair.flush();
        assertEquals(pair.now + 400, pair.client.waitsUntil(), "still backed off");
    }

    // ---- ends --------------------------------------------------------------------------------------------------

    @Test
    void bothCloseOneAfterTheOther() {
        TcpPair pair = TcpPair.established();
        write(pair.client, 100);
        pair.client.shutdownOutput();
        assertEquals(TcpState.FIN_WAIT_1, pair.client.state());
        pair.runFor(50);
        assertEquals(TcpState.FIN_WAIT_2, pair.client.state());
        assertEquals(TcpState.CLOSE_WAIT, pair.server.state());
        assertFalse(pair.server.isAtEnd());
        assertEquals(100, readAll(pair.server));
        assertTrue(pair.server.isAtEnd());
        write(pair.server, 3000);
        pair.runFor(500);
        assertEquals(3000, readAll(pair.client), "half-closed");
        pair.server.close(pair.now);
        assertEquals(TcpState.LAST_ACK, pair.server.state());
        pair.runFor(50);
        assertEquals(TcpState.CLOSED, pair.server.state());
        assertEquals(TcpState.TIME_WAIT, pair.client.state());
        assertTrue(pair.client.isAtEnd());
        assertTrue(pair.client.isAllAcknowledged());
        pair.runFor(2100);
        assertEquals(TcpState.CLOSED, pair.client.state());
        assertNull(pair.client.failure());
        assertNull(pair.server.failure());
    }

    @Test
    void bothCloseAtOnce() {
        TcpPair pair = TcpPair.established();
        pair.client.close(pair.now);
        pair.server.close(pair.now);
        pair.flush();
        pair.runFor(5);
        assertEquals(TcpState.CLOSING, pair.client.state());
        pair.runFor(50);
        assertEquals(TcpState.TIME_WAIT, pair.client.state());
        assertEquals(TcpState.TIME_WAIT, pair.server.state());
        pair.runFor(2100);
        assertEquals(TcpState.CLOSED, pair.client.state());
    }

    @Test
    void aFinThatIsRepeatedIsAcknowledgedAgain() {
        TcpPair pair = TcpPair.established();
        pair.server.close(pair.now);
        pair.runFor(50);
        pair.client.close(pair.now);
        pair.flush();
        pair.lossPercent = 100;
        pair.runFor(30);
        assertEquals(TcpState.TIME_WAIT, pair.server.state());
        assertEquals(TcpState.LAST_ACK, pair.client.state());
        pair.lossPercent = 0;
        pair.runFor(1000);
        assertEquals(TcpState.CLOSED, pair.client.state());
        assertNull(pair.client.failure());
    }

    @Test
    void anAbortResetsThePeer() {
        TcpPair pair = TcpPair.established();
        write(pair.server, 50);
        pair.runFor(50);
        pair.server.abort();
        assertEquals(TcpState.CLOSED, pair.server.state());
        pair.runFor(50);
        assertEquals(TcpFailure.RESET, pair.client.failure());
        assertEquals(50, pair.client.available(), "what came before can be read");
    }

    /** RFC 2525, 2.17; RFC 1122, 4.2.2.13. */
    @Test
    void whoClosesWithoutReadingAllResetsThePeer() {
        TcpPair pair = TcpPair.established();
        write(pair.client, 50);
        pair.runFor(50);
        pair.server.close(pair.now);
        pair.runFor(50);
        assertEquals(TcpFailure.RESET, pair.client.failure());

        TcpPair later = TcpPair.established();
        later.server.close(later.now);
        later.runFor(50);
        assertEquals(TcpState.CLOSE_WAIT, later.client.state());
        write(later.client, 50);
        later.runFor(50);
        assertEquals(TcpFailure.RESET, later.client.failure());
        assertEquals(TcpFailure.RESET, later.server.failure());
    }

    @Test
    void whatComesAfterShutdownOfTheInputIsDiscarded() {
        TcpPair pair = TcpPair.established();
        pair.server.shutdownInput();
        for (int i = 0; i < 5; i++) {
            write(pair.client, 16_000);
            pair.runFor(1000);
            assertEquals(0, pair.server.available());
            assertTrue(pair.client.isAllAcknowledged());
        }
    }

    @Test
    void aClosedConnectionWhosePeerNeverClosesIsForgotten() {
        TcpPair pair = TcpPair.established();
        pair.client.close(pair.now);
        pair.runFor(100);
        assertEquals(TcpState.FIN_WAIT_2, pair.client.state());
        pair.runFor(2100);
        assertEquals(TcpState.CLOSED, pair.client.state());
    }
}
