package org.bipj.core.nic;

/**
 * The facet of ports whose ranks share memory: groups of ranks get memory of their own for collective operations. The
 * members agree among themselves, by messages, whether all of them have it; see {@link SharedGroup} for its use.
 */
public interface SharedGroups {
    /**
     * Makes new memory for short turns; called by one member.
     *
     * @param members ranks of this port on the caller's {@linkplain NicPort#host host}, each once, in the order in which the
     *     group numbers its members
     * @param self the caller's place among them
     * @return null where there is no room
     */
    SharedGroup make(int[] members, int self);

    /**
     * Opens memory that another member has made.
     *
     * @param maker the rank that made it
     * @param number its {@link SharedGroup#number()}
     * @return null where it cannot be mapped here
     */
    SharedGroup open(int maker, int number, int[] members, int self);
}
