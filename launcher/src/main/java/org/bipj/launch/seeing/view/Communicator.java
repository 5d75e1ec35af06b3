package org.bipj.launch.seeing.view;

import java.util.function.IntPredicate;

/** A communicator, one object for all ranks. */
final class Communicator {
    private static final String WORLD = "MPI_COMM_WORLD";
    private static final int LONGEST = 40;

    private final String members;
    private String name = "";
    private boolean hasOthers;

    Communicator(String members) {
        this.members = members;
    }

    void name(String given) {
        name = given;
    }

    boolean isWorld() {
        return name.equals(WORLD);
    }

    /** Looks for ranks of other jobs among the members, which have numbers behind those of the job's ranks; true if there are any. */
    boolean findOthers(int ranks) {
        hasOthers = member(rank -> rank >= ranks) >= 0;
        return hasOthers;
    }

    /** The first member for which something holds; -1: for none. */
    int member(IntPredicate holds) {
        for (String each : members.split(",")) {
            if (!each.isEmpty() && holds.test(Integer.parseInt(each))) {
                return Integer.parseInt(each);
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        if (!name.isEmpty()) {
            return name;
        }
        if (hasOthers) {
            return "a communicator with ranks of other jobs";
        }
        return members.length() <= LONGEST
                ? "the communicator of ranks " + members
                : "a communicator of " + members.split(",").length + " ranks";
    }
}
