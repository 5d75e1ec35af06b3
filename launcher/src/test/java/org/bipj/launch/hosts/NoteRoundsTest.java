package org.bipj.launch.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bipj.launch.hosts.supervisor.NoteRound;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rounds of two hosts. */
class NoteRoundsTest {
    private static final long LIMIT_S = 60;
    /** Longer than the pause between two rounds. */
    private static final long NO_ROUND_MS = 600;

    private final LinkedBlockingQueue<NoteRound> begun = new LinkedBlockingQueue<>();
    private final NoteRounds rounds = new NoteRounds(2, begun::add);
    private final Thread thread = Thread.ofPlatform().daemon().start(rounds::run);

    @AfterEach
    void end() throws InterruptedException {
        thread.interrupt();
        thread.join();
    }

    private NoteRound next() throws InterruptedException {
        return begun.poll(LIMIT_S, TimeUnit.SECONDS);
    }

    private static NoteRound said(int round, int rank) {
        return new NoteRound(round, Map.of(rank, new byte[] {(byte) rank}));
    }

    @Test
    void theNextRoundCarriesWhatAllHostsHaveSaid() throws InterruptedException {
        assertEquals(Set.of(), next().copies().keySet());
        rounds.answer(0, said(1, 0));
        rounds.answer(1, said(1, 3));
        NoteRound second = next();
        assertEquals(2, second.round());
        assertEquals(Set.of(0, 3), second.copies().keySet());
        rounds.answer(0, said(2, 0));
        rounds.answer(1, new NoteRound(2, Map.of()));
        assertEquals(Set.of(0), next().copies().keySet());
    }

    @Test
    void noRoundBeginsBeforeAllHostsHaveAnswered() throws InterruptedException {
        assertEquals(1, next().round());
        rounds.answer(0, said(1, 0));
        rounds.answer(0, said(1, 0));
        rounds.answer(1, said(0, 3));
        assertNull(begun.poll(NO_ROUND_MS, TimeUnit.MILLISECONDS));
        rounds.answer(1, said(1, 3));
        assertEquals(2, next().round());
    }
}
