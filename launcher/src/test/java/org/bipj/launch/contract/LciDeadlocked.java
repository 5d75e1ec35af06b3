package org.bipj.launch.contract;

import org.bipj.lci.Lci;

/** Rank 0 waits in a barrier, and rank 1 for a group. */
public final class LciDeadlocked {
    private LciDeadlocked() {}

    /** Runs the program. */
    public static void main(String[] args) {
        try (Lci lci = Lci.init()) {
            if (lci.rank() == 0) {
                lci.barrier();
            } else {
                lci.group(0, 1);
            }
        }
    }
}
