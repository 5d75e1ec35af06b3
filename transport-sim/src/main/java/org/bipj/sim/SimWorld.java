package org.bipj.sim;

import org.bipj.core.job.family.Connections;
import org.bipj.sim.bip.PeerNumbers;

/**
 * A job on a simulated cluster: that of the run, or one that ranks have asked for. Its ranks have consecutive places among all processes
 * of the run, see {@link PeerNumbers}.
 *
 * @param number among the jobs of the run; 0: its first one
 * @param first the place of its rank 0
 * @param size how many ranks it has
 * @param parents who has asked for it; null: nobody
 */
public record SimWorld(int number, int first, int size, Connections.Parents parents) {
    private static final String ADDRESS = "sim:";

    /** By what the other jobs of the run name it. */
    String address() {
        return ADDRESS + number;
    }

    /** The numbers that its ranks know processes by. */
    PeerNumbers numbers() {
        return new PeerNumbers(first, size);
    }

    /** True if the process of a place is one of its ranks. */
    boolean has(int place) {
        return place >= first && place < first + size;
    }

    /** The name of one of its ranks in reports: with the job's number in front, but in the first job. */
    public String name(int rank) {
        return number == 0 ? Integer.toString(rank) : number + "." + rank;
    }
}
