package org.bipj.reproduce.pps;

import java.util.List;
import java.util.Map;
import org.bipj.reproduce.lci.Placement;

/** A statement of the paper's section 6 about an application's times on the placements. It holds if the ratio is above 1. */
interface Statement {
    /** The name of the result that the statement becomes. */
    String name();

    /**
     * The ratio of the times of some runs.
     *
     * @param small with packets of 1 KB
     * @param large with packets of 2 KB
     */
    double ratio(Map<Placement, AppRun> small, Map<Placement, AppRun> large);

    /** On some placements it takes longer than on others: the shortest time of those over the longest of these, at 1 KB. */
    record Slower(String name, List<Placement> slower, List<Placement> faster) implements Statement {
        @Override
        public double ratio(Map<Placement, AppRun> small, Map<Placement, AppRun> large) {
            double shortest = slower.stream()
                    .mapToDouble(one -> small.get(one).seconds())
                    .min()
                    .orElseThrow();
            double longest = faster.stream()
                    .mapToDouble(one -> small.get(one).seconds())
                    .max()
                    .orElseThrow();
            return shortest / longest;
        }
    }

    /** Some placements gain more from packets of 2 KB than others: the smallest gain of those over the greatest of these. */
    record GainsMore(String name, List<Placement> most, List<Placement> less) implements Statement {
        @Override
        public double ratio(Map<Placement, AppRun> small, Map<Placement, AppRun> large) {
            double smallest = most.stream()
                    .mapToDouble(one -> gain(small, large, one))
                    .min()
                    .orElseThrow();
            double greatest = less.stream()
                    .mapToDouble(one -> gain(small, large, one))
                    .max()
                    .orElseThrow();
            return smallest / greatest;
        }

        private static double gain(Map<Placement, AppRun> small, Map<Placement, AppRun> large, Placement placement) {
            return small.get(placement).seconds() / large.get(placement).seconds();
        }
    }
}
