package org.bipj.shm.waiting;

import java.util.function.IntUnaryOperator;
import org.bipj.core.nic.SharedGroups;
import org.bipj.shm.rings.PressedRings;

/** A port as its {@link Idler} sees it. Called only before a sleep. */
public interface WaitingPort {
    /** True if a poll would find something, wherever it is, or if the event has occurred that a rank may wait for. */
    boolean hasSomething();

    /** Does work that no rank waits for. */
    void housekeep();

    /**
     * Yields the processor in a wait of a rank that looks at more than this port, and has not slept in it.
     *
     * @param times yields in a row, this one included
     */
    void yieldCore(int times);

    /**
     * Begins a sleep of a rank that looks at more than this port: {@link #hasSomething} and its other looks come after it.
     *
     * @param first true for the first sleep of a wait
     * @return the launcher's round that is to be {@linkplain #answer answered} if the looks find nothing; 0: none
     */
    int beginSleep(boolean first);

    /**
     * Answers a round of the launcher, and its request for a report, between looks that have found nothing and the sleep.
     *
     * @param round of {@link #beginSleep}
     * @param traffic that has been sent to other hosts and received from there, in any unit; never falls
     * @param balance makes 0 with those of all other ranks of all hosts if nothing is under way between hosts
     */
    void answer(int round, long traffic, long balance);

    /** What remains of the {@link #answer balance} of a rank that closes its ports. */
    void leaveBalance(long balance);

    /**
     * Sleeps until a rank of this host wakes this one, at most half a millisecond.
     *
     * @param times naps in a row, this one included
     */
    void nap(int times);

    /** Counts time that a rank which looks at more than this port has spent waiting elsewhere. */
    void idled(long ns);

    /** If the port has peers on a network, sleeps there for a short time, unless it {@link #hasSomething}: false if it has none. */
    default boolean sleepsOnNetwork() {
        return false;
    }

    /** Rings that a claim has found full since the last sleep. */
    PressedRings pressed();

    /** Forgets those rings: the sleep is over. */
    default void forgetPressed() {
        pressed().clear();
    }

    /**
     * Memory for groups of this host's ranks, for callers to whom they have other numbers.
     *
     * @param placeOf by such a number that on this port; negative for ranks of other hosts
     * @param rankOf by number on this port the rank in its job
     */
    SharedGroups sharedGroups(IntUnaryOperator placeOf, IntUnaryOperator rankOf);

    /** True unless it is known that no rank which has closed all that it had opened could end this rank's wait by opening something. */
    boolean awaitsDormant();

    /** Bytes that this rank has written to rings and read from them; never falls. */
    long moves();

    /** What this rank waits for, in words; empty if it does not say. */
    String waitsFor();

    /** Reports what this rank waits for, if the launcher has requested that. */
    void reportIfAsked();
}
