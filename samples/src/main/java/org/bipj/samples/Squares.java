package org.bipj.samples;

import org.bipj.bip.Bip;

/**
 * The smallest program over BIP itself: node 0 sends each other node a word. It is the one in docs/SAMPLES.md.
 *
 * <pre>{@code ./bipj sample squares -n 4}</pre>
 */
public final class Squares {
    private Squares() {}

    /** Runs the program; it takes no arguments. */
    public static void main(String[] args) {
        try (Bip bip = Bip.init()) {
            int[] words = new int[1];
            if (bip.myNode() > 0) {
                bip.trecv(7, words, 1);
                System.out.println("node " + bip.myNode() + " has " + words[0]);
                return;
            }
            for (int node = 1; node < bip.numNodes(); node++) {
                words[0] = node * node;
                bip.tsend(node, 7, words, 1);
            }
        }
    }
}
