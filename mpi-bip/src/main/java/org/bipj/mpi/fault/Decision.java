package org.bipj.mpi.fault;

import java.util.BitSet;

/** What the members of a group have agreed on, the same at all that learn it. Nobody changes it. */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
public record Decision(long[] words, BitSet dead, BitSet absent, BitSet acknowledged) {
    /**
     * A decision.
     *
     * @param words the bitwise and of what the members have contributed
     * @param dead members that have failed, by their places
     * @param absent those of them that live, and have not got the communicator
     * @param acknowledged the failures of members that all others have acknowledged
     */
    public Decision {}

    /** Members whose failures not all others have acknowledged. */
    public BitSet unacknowledged() {
        BitSet rest = (BitSet) dead.clone();
        rest.andNot(acknowledged);
        return rest;
    }
}
