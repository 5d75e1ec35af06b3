package org.bipj.launch.hosts;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bipj.launch.hosts.supervisor.NoteRound;

/**
 * Rounds in which each host reads what its ranks say in their {@linkplain org.bipj.core.job.SharedNote notes}, and gets what all
 * hosts have read in the round before. A round begins once all hosts have answered the one before. So where the copies of round n
 * are, and those of n + 1 are not, round n + 3 has not begun.
 */
final class NoteRounds {
    private static final long PERIOD_MS = 200;

    private final int hosts;
    private final Consumer<NoteRound> begin;
    private final BitSet answered = new BitSet();
    private Map<Integer, byte[]> copies = new TreeMap<>();
    private int round;

    /**
     * Of one job.
     *
     * @param begin begins a round on all hosts, with the copies of the one before; does not wait
     */
    NoteRounds(int hosts, Consumer<NoteRound> begin) {
        this.hosts = hosts;
        this.begin = begin;
    }

    /** A host has read the notes of its ranks. */
    synchronized void answer(int host, NoteRound said) {
        if (said.round() == round && !answered.get(host)) {
            answered.set(host);
            copies.putAll(said.copies());
            notifyAll();
        }
    }

    /** Begins rounds until its thread is interrupted. */
    void run() {
        try {
            while (true) {
                round();
                TimeUnit.MILLISECONDS.sleep(PERIOD_MS);
            }
        } catch (InterruptedException e) {
            // The job is over.
        }
    }

    private synchronized void round() throws InterruptedException {
        NoteRound next = new NoteRound(++round, copies);
        copies = new TreeMap<>();
        answered.clear();
        begin.accept(next);
        while (answered.cardinality() < hosts) {
            wait();
        }
    }
}
