package org.bipj.executor;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The results of a function of a stream's elements, of which at most some are under way. */
final class Mapped<A, R> implements Iterator<R> {
    private final Side side;
    private final Iterator<A> arguments;
    private final byte[] function;
    private final int bound;
    /** Those under way, in their order; null where they come as they are done. */
    private final Queue<TaskFuture<R>> inOrder;

    private final Arrivals<R> arrivals;
    private final Set<TaskFuture<R>> underWay = new HashSet<>();

    private Mapped(Side side, Stream<A> in, byte[] function, int bound, boolean ordered) {
        this.side = side;
        this.function = function;
        this.bound = bound;
        arguments = in.iterator();
        inOrder = ordered ? new ArrayDeque<>() : null;
        arrivals = new Arrivals<>(side);
    }

    /** The results as a stream; its close cancels what is under way. */
    static <A, R> Stream<R> stream(Side side, Stream<A> in, TaskFunction<A, R> f, int bound, boolean ordered) {
        if (bound < 1) {
            throw new IllegalArgumentException("underWay: " + bound + "; expected 1 or more");
        }
        Mapped<A, R> results = new Mapped<>(side, in, Work.encode(f, side.codec()), bound, ordered);
        int order = ordered ? Spliterator.ORDERED : 0;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(results, order), false)
                .onClose(results::cancel)
                .onClose(in::close);
    }

    private void cancel() {
        underWay.forEach(future -> future.cancel(true));
    }

    private void fill() {
        while (underWay.size() < bound && arguments.hasNext()) {
            TaskFuture<R> future = side.submit(Work.apply(function, arguments.next(), side.codec()));
            underWay.add(future);
            if (inOrder != null) {
                inOrder.add(future);
            } else {
                arrivals.add(future);
            }
        }
    }

    @Override
    public boolean hasNext() {
        fill();
        return !underWay.isEmpty();
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        TaskFuture<R> next = inOrder != null ? inOrder.remove() : arrivals.take();
        try {
            return next.join();
        } catch (RuntimeException e) {
            underWay.remove(next);
            cancel();
            throw e;
        } finally {
            underWay.remove(next);
        }
    }
}
