package org.bipj.launch.view;

import java.util.function.IntPredicate;

/** A communicator, one object for all ranks. */
final class Communicator {
    private static final String WORLD = "MPI_COMM_WORLD";
    private static final int LONGEST = 40;

    private final String members;
    private String name = "";

    Communicator(String members) {
        this.members = members;
    }

    void name(String given) {
        name = given;
    }

    boolean isWorld() {
        return name.equals(WORLD);
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
        return members.length() <= LONGEST
                ? "the communicator of ranks " + members
                : "a communicator of " + members.split(",").length + " ranks";
    }
}
