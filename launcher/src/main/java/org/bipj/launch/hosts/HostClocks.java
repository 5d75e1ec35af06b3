package org.bipj.launch.hosts;

import java.util.function.Consumer;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.OwnClock;
import org.bipj.launch.hosts.wire.Packer;

/**
 * What the clocks of other hosts show, by questions whose answers say when they were given: that with the quickest answer counts, whose time
 * of answering is taken for the middle between question and arrival. A host that is this machine has this clock.
 */
final class HostClocks {
    private static final int ROUNDS = 16;
    private static final long ROUND_NS = 200_000_000;
    private static final long ALL_NS = 1_500_000_000;

    private final Consumer<ControlFrame> send;
    private final String own = OwnClock.name();
    private final Sample[] best;
    /** Hosts that have not answered the last question, or are lost. */
    private final boolean[] answered;

    private final boolean[] lost;
    private long asked;

    /**
     * One host's clock.
     *
     * @param there what it showed
     * @param ahead how much more that is than mpirun's clock showed
     * @param doubt how wrong that may be
     */
    record Sample(long there, long ahead, long doubt) {}

    HostClocks(int hosts, Consumer<ControlFrame> send) {
        this.send = send;
        best = new Sample[hosts];
        answered = new boolean[hosts];
        lost = new boolean[hosts];
    }

    /** Asks all hosts some times; returns what each has said, null for one that has not. */
    synchronized Sample[] measure() {
        java.util.Arrays.fill(best, null);
        long end = System.nanoTime() + ALL_NS;
        for (int round = 0; round < ROUNDS && System.nanoTime() < end; round++) {
            System.arraycopy(lost, 0, answered, 0, answered.length);
            asked = System.nanoTime();
            send.accept(ControlFrame.of(FrameKind.CLOCK, ControlFrame.ALL, new Packer().number(asked)));
            awaitAnswers();
        }
        return best.clone();
    }

    private void awaitAnswers() {
        try {
            for (long left = ROUND_NS; left > 0 && !haveAllAnswered(); ) {
                wait(left / 1_000_000 + 1);
                left = asked + ROUND_NS - System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean haveAllAnswered() {
        for (boolean each : answered) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** A host has answered. */
    void answer(int hostIndex, long question, long there, String clock) {
        long now = System.nanoTime();
        boolean isOwn = !clock.isEmpty() && clock.equals(own);
        synchronized (this) {
            long doubt = (now - question) / 2;
            if (isOwn) {
                best[hostIndex] = new Sample(there, 0, 0);
            } else if (best[hostIndex] == null || doubt < best[hostIndex].doubt) {
                best[hostIndex] = new Sample(there, there - (question + doubt), doubt);
            }
            answered[hostIndex] |= question == asked;
            notifyAll();
        }
    }

    /** A host does not answer any more. */
    synchronized void lost(int hostIndex) {
        lost[hostIndex] = true;
        answered[hostIndex] = true;
        notifyAll();
    }
}
