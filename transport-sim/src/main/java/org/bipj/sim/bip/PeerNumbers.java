package org.bipj.sim.bip;

/**
 * By which numbers a rank's port knows the processes of a run. A process has a <em>place</em>: its number among all of the run, in the
 * order in which they were placed on hosts. The ranks of a job have consecutive places. On the port of each, the own job has numbers from
 * 0; those in front of it follow, and all others have their places. Those of a job are consecutive on each port.
 *
 * @param first the place of the own job's rank 0
 * @param size how many ranks the own job has
 */
public record PeerNumbers(int first, int size) {
    /** The number of a place. */
    public int number(int place) {
        if (place >= first + size) {
            return place;
        }
        return place < first ? place + size : place - first;
    }

    /** The place of a number. */
    public int place(int number) {
        if (number >= first + size) {
            return number;
        }
        return number < size ? number + first : number - size;
    }
}
