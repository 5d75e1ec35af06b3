package org.bipj.launch.mpirun.command;

/**
 * A host of a job, and how many ranks it is to have.
 *
 * @param name as it was given, with a user before an {@code @} perhaps
 * @param isHere true for this host
 * @param slots number of ranks that fit there
 */
record HostSlots(String name, boolean isHere, int slots) {
    /** True for another entry of the same host: this one has several names. */
    boolean isSameAs(HostSlots other) {
        return isHere && other.isHere || name.equals(other.name);
    }
}
