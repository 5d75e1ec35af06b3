package org.bipj.orca;

import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/**
 * An operation on objects whose state is an {@code S}: a name, codecs of argument and result, a function, and possibly a guard.
 * A constant of the program, the same on all ranks.
 *
 * @param <S> state of the object
 * @param <A> argument
 * @param <R> result
 */
public abstract sealed class Operation<S, A, R> permits Update, Read {
    private final String name;
    private final Codec<A> argument;
    private final Codec<R> result;
    private final BiFunction<? super S, ? super A, ? extends R> function;
    private final BiPredicate<? super S, ? super A> guard;

    Operation(
            String name,
            Codec<A> argument,
            Codec<R> result,
            BiFunction<? super S, ? super A, ? extends R> function,
            BiPredicate<? super S, ? super A> guard) {
        this.name = Objects.requireNonNull(name, "name");
        this.argument = Objects.requireNonNull(argument, "argument");
        this.result = Objects.requireNonNull(result, "result");
        this.function = Objects.requireNonNull(function, "function");
        this.guard = guard;
    }

    /** The name, which is unique among an object's operations. */
    public final String name() {
        return name;
    }

    final Codec<A> argument() {
        return argument;
    }

    final Codec<R> result() {
        return result;
    }

    final BiFunction<? super S, ? super A, ? extends R> function() {
        return function;
    }

    /** When it may be executed; null: always. */
    final BiPredicate<? super S, ? super A> guard() {
        return guard;
    }

    abstract String kind();

    /** Kind, name and types as text: ranks compare it when an object is created. */
    @Override
    public final String toString() {
        return (guard == null ? "" : "guarded ") + kind() + " " + name + "(" + argument.name() + "): " + result.name();
    }
}
