package org.bipj.mpi.rma;

import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bipj.core.report.WaitReport;
import org.jspecify.annotations.Nullable;

/**
 * What a call waits for. Which ranks these are is found when a report or a recording asks.
 *
 * @param shape of the window; null: it waits for none of its ranks
 * @param isAwaited true for a rank of the window that is to act
 * @param words puts their names into words; they are empty if none is known
 */
record WindowWait(@Nullable WindowShape shape, IntPredicate isAwaited, UnaryOperator<String> words) {
    /** World ranks. */
    int[] ranks() {
        return shape == null
                ? new int[0]
                : IntStream.range(0, shape.ranks())
                        .filter(isAwaited)
                        .map(shape::world)
                        .toArray();
    }

    String text() {
        int[] ranks = ranks();
        return words.apply(ranks.length == 0 || shape == null ? "" : WaitReport.ranks(shape::namedWorld, ranks));
    }
}
