package org.bipj.reproduce.pps;

import java.util.List;
import org.bipj.reproduce.lab.Cluster;

/** The timed section of a rank's program: its numbers, from which {@link AppRun} makes those of the run. */
public final class Section {
    static final int BEGIN = 0;
    static final int END = 1;
    static final int COMPUTED = 2;
    static final int PACKETS = 3;

    private Section() {}

    /** Runs the section. Returns its beginning and end, the computation meanwhile, all in us, and what the board received. */
    public static double[] time(Cluster.Rank rank, Runnable section) {
        int kinds = AppRun.KINDS.size();
        double[] result = new double[PACKETS + 2 * kinds];
        add(result, rank.received(), -1);
        result[BEGIN] = rank.now();
        result[COMPUTED] = -rank.computed();
        section.run();
        result[COMPUTED] += rank.computed();
        result[END] = rank.now();
        add(result, rank.received(), 1);
        return result;
    }

    private static void add(double[] result, List<Cluster.Received> received, int sign) {
        for (Cluster.Received one : received) {
            int kind = AppRun.KINDS.indexOf(one.kind());
            if (kind < 0) {
                throw new IllegalStateException(
                        "a board received packets of the kind " + one.kind() + "; expected one of " + AppRun.KINDS);
            }
            result[PACKETS + kind] += sign * one.packets();
            result[PACKETS + AppRun.KINDS.size() + kind] += sign * one.bytes();
        }
    }
}
