package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.net.tcp.Silence.State;
import org.junit.jupiter.api.Test;

/** What counts as silence, second by second; the patience is 30 s. */
class SilenceTest {
    private static final int PATIENCE_S = 30;
    /** When Linux tries again what it has sent at 0, in seconds, rounded up. */
    private static final int[] ATTEMPTS_S = {1, 1, 2, 4, 7, 13, 26, 51};

    private final Silence silence = new Silence(PATIENCE_S * 1_000_000_000L);
    private int second;

    private State look(int unacknowledged, int attempts, int quietS) {
        return silence.look(second++ * 1_000_000_000L, new TcpCounts(unacknowledged, attempts, quietS * 1000L));
    }

    /** Looks at data that were sent at second 0 and will be answered at the first attempt from a time on; returns when they are lost. */
    private int lostAt(int cutS) {
        for (int s = 0; s < 200; s++) {
            int attempts = 0;
            boolean isAnswered = false;
            for (int at : ATTEMPTS_S) {
                attempts += at <= s ? 1 : 0;
                isAnswered |= at <= s && at >= cutS;
            }
            State state = isAnswered ? look(0, 0, 0) : look(1, attempts, s);
            if (state == State.LOST) {
                return s;
            }
            assertTrue(state == State.ANSWERED || s >= PATIENCE_S, "silent after " + s + " s");
        }
        return Integer.MAX_VALUE;
    }

    @Test
    void dataThatAreNeverAcknowledgedAreLostOnceAnAttemptAfterThePatienceWasInVain() {
        assertEquals(52, lostAt(Integer.MAX_VALUE));
    }

    /** TCP tries at 26 s and then at 51 s: at 30 s the cut is long over, and nothing shows it. */
    @Test
    void aCutShorterThanThePatienceIsSurvivedThoughTcpTriesMuchLater() {
        assertEquals(Integer.MAX_VALUE, lostAt(27));
        assertEquals(Integer.MAX_VALUE, lostAt(PATIENCE_S - 1));
    }

    @Test
    void aRankThatComputesWithAFullWindowIsNeverSilent() {
        for (int s = 0; s < 10_000; s++) {
            // Each probe counts until it is answered; later ones follow after two minutes.
            assertEquals(State.ANSWERED, look(0, s % 120 == 0 ? 1 : 0, s % 120));
        }
    }

    /** A window that was taken back: data are under way for which there is no room; the other host says so each time. */
    @Test
    void dataForWhichThereIsNoRoomAreRetriedAndNotSilent() {
        for (int s = 0; s < 10_000; s++) {
            assertEquals(State.ANSWERED, look(3, Math.min(s / 20, 255), s % 20));
        }
    }

    @Test
    void probesThatNobodyAnswersAreSilence() {
        State state = State.ANSWERED;
        for (int s = 0; s < 60; s++) {
            state = look(0, 1 + s / 10, s);
        }
        assertEquals(State.LOST, state);
    }

    @Test
    void aQuietConnectionThatOwesNothingIsNotSilent() {
        for (int s = 0; s < 1000; s++) {
            assertEquals(State.ANSWERED, look(0, 0, s));
        }
        // The last acknowledgement came long ago, and what is under way has just been sent.
        assertEquals(State.ANSWERED, look(1, 0, 1000));
        assertEquals(0, silence.silentNs());
        assertEquals(State.ANSWERED, look(0, 0, 0));
    }

    @Test
    void aBusyConnectionIsNotSilentThoughSomethingIsAlwaysUnderWay() {
        for (int s = 0; s < 1000; s++) {
            assertEquals(State.ANSWERED, look(10, 0, 0));
        }
    }

    /** Whoever was stopped for an hour has looked for no second of it. */
    @Test
    void timeInWhichThisProcessWasStoppedDoesNotCount() {
        assertEquals(State.ANSWERED, look(1, 0, 0));
        assertEquals(State.ANSWERED, look(1, 9, 3600));
        assertEquals(State.ANSWERED, look(0, 0, 0));
    }

    @Test
    void aSilenceThatEndsBeginsAgainFromNothing() {
        for (int s = 0; s <= PATIENCE_S; s++) {
            look(1, 5, s);
        }
        assertEquals(State.ANSWERED, look(1, 0, 0));
        for (int s = 1; s < PATIENCE_S; s++) {
            assertEquals(State.ANSWERED, look(1, 4, s));
        }
        assertEquals(State.SILENT, look(1, 5, PATIENCE_S));
        assertEquals(State.SILENT, look(1, 5, PATIENCE_S + 1));
        assertEquals(State.SILENT, look(1, 6, PATIENCE_S + 2), "its answer may be under way");
        assertEquals(State.LOST, look(1, 6, PATIENCE_S + 3));
    }
}
