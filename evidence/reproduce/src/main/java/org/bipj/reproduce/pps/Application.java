package org.bipj.reproduce.pps;

import org.bipj.reproduce.lab.Cluster;

/** An application of the LCI paper. Each is a sample, of which experiments time the part that the paper times. */
interface Application {
    /** Kind of the operations that it charges: its rate is the constant {@code host.compute.KIND}. */
    String kind();

    /**
     * Runs it, and checks its result where that is cheap.
     *
     * @param choice how much work it does, where the paper leaves that open; the application says what it means
     */
    AppRun run(Cluster cluster, int ranks, int choice);
}
