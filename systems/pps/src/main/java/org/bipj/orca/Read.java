package org.bipj.orca;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * An operation that does not change its object. On a replicated object the caller's rank executes it, without communication.
 *
 * @param <S> state of the object
 * @param <A> argument
 * @param <R> result
 */
public final class Read<S, A, R> extends Operation<S, A, R> {
    private Read(
            String name,
            Codec<A> argument,
            Codec<R> result,
            BiFunction<? super S, ? super A, ? extends R> function,
            BiPredicate<? super S, ? super A> guard) {
        super(name, argument, result, function, guard);
    }

    /** Defines a read by its function of state and argument. */
    public static <S, A, R> Read<S, A, R> of(
            String name, Codec<A> argument, Codec<R> result, BiFunction<S, A, R> function) {
        return new Read<>(name, argument, result, function, null);
    }

    /**
     * The same with a guard: the operation is executed when the guard holds. Its caller waits until then; the guard is evaluated
     * again after each update of the object.
     */
    public Read<S, A, R> when(BiPredicate<? super S, ? super A> guard) {
        return new Read<>(name(), argument(), result(), function(), Objects.requireNonNull(guard, "guard"));
    }

    @Override
    String kind() {
        return "read";
    }
}
