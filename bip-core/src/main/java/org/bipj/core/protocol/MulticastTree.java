package org.bipj.core.protocol;

import java.util.Arrays;

/**
 * The spanning trees of a multicast group (LCI paper, section 3.4): one binary tree for each sender, rooted at it. The
 * members stand in a circle that begins at the sender, and the tree is the heap over their places:
 *
 * <pre>
 *             0            children of place p: 2 p + 1 and 2 p + 2
 *           /   \          depth of place p: floor(log2(p + 1)); the sender has depth 0
 *         1       2        rank of place p: members[(place of the sender in members + p) mod size]
 *        / \     / \
 *       3   4   5   6
 * </pre>
 *
 * <p>All methods are for a given root. Host and board use the same class: the one that forwards a packet asks for its
 * children.
 */
public final class MulticastTree {
    /** Stands for no rank. */
    public static final int NONE = -1;

    /** The most children that a rank has. */
    public static final int CHILDREN = 2;

    private final int[] members;
    /** By rank: its index in members, or {@link #NONE}. */
    private final int[] indices;

    /**
     * The trees of a group.
     *
     * @param members ranks in the order in which they stand, each once
     * @throws IllegalArgumentException if there is no member, or a rank is negative or occurs twice
     */
    public MulticastTree(int[] members) {
        this.members = members.clone();
        int most = NONE;
        for (int rank : members) {
            most = Math.max(most, rank);
        }
        indices = new int[most + 1];
        Arrays.fill(indices, NONE);
        for (int index = 0; index < members.length; index++) {
            int rank = members[index];
            if (rank < 0 || indices[rank] != NONE) {
                throw new IllegalArgumentException("member " + index + " of a multicast group is rank " + rank
                        + "; expected ranks from 0, each once");
            }
            indices[rank] = index;
        }
        if (members.length == 0) {
            throw new IllegalArgumentException("a multicast group without members; expected at least one");
        }
    }

    /** Depth of the deepest member of a group of this size: 0 for a group of one. */
    public static int height(int members) {
        return 31 - Integer.numberOfLeadingZeros(members);
    }

    /** How many members the group has. */
    public int size() {
        return members.length;
    }

    /** The rank at an index of the members. */
    public int member(int index) {
        return members[index];
    }

    /** True if a rank is a member. */
    public boolean contains(int rank) {
        return rank >= 0 && rank < indices.length && indices[rank] != NONE;
    }

    /**
     * A child of a member.
     *
     * @param which from 0 to {@link #CHILDREN} - 1; the packet goes to child 0 first
     * @return its rank, or {@link #NONE}; a member without child 0 has no child 1
     */
    public int child(int root, int member, int which) {
        int place = CHILDREN * place(root, member) + 1 + which;
        return place < members.length ? rank(root, place) : NONE;
    }

    /** The parent of a member, or {@link #NONE} for the root. */
    public int parent(int root, int member) {
        int place = place(root, member);
        return place == 0 ? NONE : rank(root, (place - 1) / CHILDREN);
    }

    /** Number of edges between the root and a member. */
    public int depth(int root, int member) {
        return height(place(root, member) + 1);
    }

    private int place(int root, int member) {
        int place = indices[member] - indices[root];
        return place < 0 ? place + members.length : place;
    }

    private int rank(int root, int place) {
        int index = indices[root] + place;
        return members[index < members.length ? index : index - members.length];
    }
}
