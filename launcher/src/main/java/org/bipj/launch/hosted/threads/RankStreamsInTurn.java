package org.bipj.launch.hosted.threads;

import java.util.Collection;
import java.util.stream.BaseStream;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Replaces the methods that make a stream parallel: in a rank whose threads are fibers, which share one processor, such a
 * stream runs in its caller. Public because the programs' classes call it.
 */
public final class RankStreamsInTurn {
    private RankStreamsInTurn() {}

    /** Instead of {@code elements.parallelStream()}. */
    public static <E> Stream<E> parallelStream(Collection<E> elements) {
        return FiberWaits.fiber() == null ? elements.parallelStream() : elements.stream();
    }

    /** Instead of {@code stream.parallel()}. */
    @SuppressWarnings("rawtypes")
    public static BaseStream parallel(BaseStream stream) {
        return FiberWaits.fiber() == null ? stream.parallel() : stream.sequential();
    }

    /** Instead of {@code stream.parallel()}. */
    public static IntStream parallel(IntStream stream) {
        return FiberWaits.fiber() == null ? stream.parallel() : stream.sequential();
    }

    /** Instead of {@code stream.parallel()}. */
    public static LongStream parallel(LongStream stream) {
        return FiberWaits.fiber() == null ? stream.parallel() : stream.sequential();
    }

    /** Instead of {@code stream.parallel()}. */
    public static DoubleStream parallel(DoubleStream stream) {
        return FiberWaits.fiber() == null ? stream.parallel() : stream.sequential();
    }
}
