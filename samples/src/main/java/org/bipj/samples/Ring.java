package org.bipj.samples;

import org.bipj.bip.Bip;

/**
 * The token ring of the BIP manual, in the BIP API: node 0 sends the token 333 to node 1, each node passes it on to the
 * next, and the last one returns it to node 0.
 *
 * <pre>{@code ./bipj sample ring -n 4}</pre>
 */
public final class Ring {
    private static final int TOKEN = 333;
    private static final int TAG = 1;

    private Ring() {}

    /** Runs the program; it takes no arguments. Exits with 2 in a job of one node, which has no one to send to. */
    public static void main(String[] args) {
        try (Bip bip = Bip.init()) {
            if (bip.numNodes() > 1) {
                passToken(bip);
                return;
            }
        }
        System.err.println("a ring needs at least 2 nodes but has 1" + System.lineSeparator()
                + "usage: ./bipj sample ring -n NODES");
        System.exit(Usage.EXIT_CODE);
    }

    private static void passToken(Bip bip) {
        int me = bip.myNode();
        int next = (me + 1) % bip.numNodes();
        int[] token = new int[1];
        if (me == 0) {
            token[0] = TOKEN;
            bip.tsend(next, TAG, token, 1);
            bip.trecv(TAG, token, 1);
            System.out.println("node 0 has the token " + token[0] + " back from node " + (bip.numNodes() - 1));
        } else {
            bip.trecv(TAG, token, 1);
            System.out.println("node " + me + " passes the token " + token[0] + " on to node " + next);
            bip.tsend(next, TAG, token, 1);
        }
    }
}
