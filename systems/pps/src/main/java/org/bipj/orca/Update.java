package org.bipj.orca;

import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * An operation that may change its object. On replicated objects it is executed by every rank, so that its result and its
 * changes may depend on nothing but state and argument: no clock, no random numbers, no rank.
 *
 * <pre>{@code
 * static final Update<Jobs, Integer, Void> PUT = Update.of("put", Codec.INT, Jobs::put);
 * static final Update<Jobs, Void, Integer> TAKE =
 *         Update.of("take", Codec.NONE, Codec.INT, (Jobs jobs, Void none) -> jobs.take()).when((jobs, none) -> !jobs.isEmpty());
 * }</pre>
 *
 * @param <S> state of the object
 * @param <A> argument
 * @param <R> result
 */
public final class Update<S, A, R> extends Operation<S, A, R> {
    private Update(
            String name,
            Codec<A> argument,
            Codec<R> result,
            BiFunction<? super S, ? super A, ? extends R> function,
            BiPredicate<? super S, ? super A> guard) {
        super(name, argument, result, function, guard);
    }

    /** Defines an update by its function of state and argument. */
    public static <S, A, R> Update<S, A, R> of(
            String name, Codec<A> argument, Codec<R> result, BiFunction<S, A, R> function) {
        return new Update<>(name, argument, result, function, null);
    }

    /** Defines an update that has no result. */
    public static <S, A> Update<S, A, Void> of(String name, Codec<A> argument, BiConsumer<S, A> function) {
        return new Update<>(
                name,
                argument,
                Codec.NONE,
                (state, value) -> {
                    function.accept(state, value);
                    return null;
                },
                null);
    }

    /**
     * The same with a guard: the operation is executed when the guard holds. Its caller waits until then; the guard is evaluated
     * again after each update of the object.
     */
    public Update<S, A, R> when(BiPredicate<? super S, ? super A> guard) {
        return new Update<>(name(), argument(), result(), function(), Objects.requireNonNull(guard, "guard"));
    }

    @Override
    String kind() {
        return "update";
    }
}
