package org.bipj.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MulticastTreeProps {
    /** A packet that every member forwards reaches each member once, over an edge from its parent, one level deeper. */
    @Property(tries = 300)
    void forwardingReachesEachMemberOnce(@ForAll @IntRange(min = 1, max = 130) int size, @ForAll long seed) {
        int[] members = someRanks(size, seed);
        MulticastTree tree = new MulticastTree(members);
        int root = members[new Random(seed).nextInt(size)];
        Set<Integer> reached = new HashSet<>(Set.of(root));
        List<Integer> frontier = List.of(root);
        assertEquals(MulticastTree.NONE, tree.parent(root, root));
        int depth = 0;
        while (!frontier.isEmpty()) {
            List<Integer> next = new ArrayList<>();
            for (int member : frontier) {
                assertEquals(depth, tree.depth(root, member));
                for (int which = 0; which < MulticastTree.CHILDREN; which++) {
                    int child = tree.child(root, member, which);
                    if (child != MulticastTree.NONE) {
                        assertTrue(reached.add(child), "rank " + child + " is reached twice");
                        assertEquals(member, tree.parent(root, child));
                        next.add(child);
                    }
                }
            }
            frontier = next;
            depth++;
        }
        assertEquals(size, reached.size());
        assertEquals(MulticastTree.height(size), depth - 1, "depth of the deepest member");
    }

    private static int[] someRanks(int size, long seed) {
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2 * size; rank++) {
            ranks.add(rank);
        }
        Collections.shuffle(ranks, new Random(seed));
        return ranks.stream().limit(size).mapToInt(Integer::intValue).toArray();
    }

    /** The tree of the paper's measurements: 64 nodes, the last receiver behind five second children. */
    @Example
    void theTreeOf64IsTheHeap() {
        int[] members = new int[64];
        for (int rank = 0; rank < 64; rank++) {
            members[rank] = rank;
        }
        MulticastTree tree = new MulticastTree(members);
        assertEquals(1, tree.child(0, 0, 0));
        assertEquals(2, tree.child(0, 0, 1));
        assertEquals(62, tree.child(0, 30, 1));
        assertEquals(63, tree.child(0, 31, 0));
        assertEquals(MulticastTree.NONE, tree.child(0, 31, 1));
        assertEquals(5, tree.depth(0, 62));
        assertEquals(6, tree.depth(0, 63));
        assertEquals(0, tree.child(63, 63, 0), "members stand in a circle");
        assertEquals(64, tree.size());
        assertEquals(5, tree.member(5));
        assertTrue(tree.contains(0));
        assertTrue(tree.contains(63));
        assertFalse(tree.contains(64));
        assertFalse(tree.contains(-1));
    }

    @Example
    void badMembersAreNamed() {
        assertMessage("without members", new int[0]);
        assertMessage("member 2 of a multicast group is rank 7", new int[] {7, 3, 7});
        assertMessage("member 1 of a multicast group is rank -2", new int[] {7, -2});
    }

    private static void assertMessage(String part, int[] members) {
        String message = assertThrows(IllegalArgumentException.class, () -> new MulticastTree(members))
                .getMessage();
        assertTrue(message.contains(part), message);
    }
}
