package org.bipj.lci;

import java.util.Arrays;

/** Ranks that multicast to each other: see {@link Lci#group}. */
public final class Group {
    private final int number;
    private final int[] members;

    Group(int number, int[] members) {
        this.number = number;
        this.members = members;
    }

    int number() {
        return number;
    }

    /** How many members the group has. */
    public int size() {
        return members.length;
    }

    /** The ranks of the members, in ascending order. */
    public int[] members() {
        return members.clone();
    }

    /** True if a rank is a member. */
    public boolean contains(int rank) {
        return Arrays.binarySearch(members, rank) >= 0;
    }

    @Override
    public String toString() {
        return "group " + number + " of ranks " + Arrays.toString(members);
    }
}
