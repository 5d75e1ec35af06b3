package org.bipj.lci.channel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * To which members of a group a rank passes a packet on. A binary tree joins the hosts, with the sender's host as its root
 * (LCI paper, section 3.3). On each host one member gets the packet, the sender or the first one, and sends it to the
 * others of the host, whose memory it shares.
 *
 * <pre>
 *   sender 1, hosts {0 1 2} {3 4} {5 6} {7}:    1 -> 3 5 0 2     3 -> 7 4     5 -> 6
 * </pre>
 */
final class GroupTree {
    private static final int[] NONE = {};

    private final int rank;
    private final int[] members;
    /** Members by host, hosts in the order of their first members. */
    private final int[][] hosts;
    /** By the sender's place among the members; made as needed. */
    private final int[][] targets;

    /**
     * A tree of a group.
     *
     * @param rank one of the members
     * @param members in ascending order
     * @param host the host of a rank
     */
    GroupTree(int rank, int[] members, IntUnaryOperator host) {
        this.rank = rank;
        this.members = members.clone();
        targets = new int[members.length][];
        List<Integer> numbers = new ArrayList<>();
        for (int member : members) {
            int number = host.applyAsInt(member);
            if (!numbers.contains(number)) {
                numbers.add(number);
            }
        }
        hosts = new int[numbers.size()][];
        for (int i = 0; i < hosts.length; i++) {
            int number = numbers.get(i);
            hosts[i] = Arrays.stream(members)
                    .filter(member -> host.applyAsInt(member) == number)
                    .toArray();
        }
    }

    /** To whom the rank sends what a member multicasts. */
    int[] targets(int sender) {
        int place = Arrays.binarySearch(members, sender);
        int[] known = targets[place];
        return known != null ? known : (targets[place] = compute(sender));
    }

    private int[] compute(int sender) {
        int root = hostOf(sender);
        int own = hostOf(rank);
        if (rank != first(own, root, sender)) {
            return NONE;
        }
        List<Integer> to = new ArrayList<>();
        int place = Math.floorMod(own - root, hosts.length);
        for (int child = 2 * place + 1; child <= 2 * place + 2 && child < hosts.length; child++) {
            to.add(first((child + root) % hosts.length, root, sender));
        }
        for (int member : hosts[own]) {
            if (member != rank) {
                to.add(member);
            }
        }
        return to.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The member of a host that gets the packet from another host. */
    private int first(int host, int root, int sender) {
        return host == root ? sender : hosts[host][0];
    }

    private int hostOf(int member) {
        int host = 0;
        while (Arrays.binarySearch(hosts[host], member) < 0) {
            host++;
        }
        return host;
    }
}
