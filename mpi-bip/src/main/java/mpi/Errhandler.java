package mpi;

import java.util.Set;
import java.util.function.BiConsumer;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * The reaction to a call that fails (MPI 4.1 section 9.3): one of the three in {@link MPI}, or a function of the program, by {@link
 * Comm#createErrhandler}, {@link Win#createErrhandler}, {@link File#createErrhandler} or {@link Session#createErrhandler}.
 */
public final class Errhandler {
    /** Names that errors are reported under where no method of a dialect is named; both have Finalize. */
    private static final Set<String> NO_METHODS = Set.of("Finalize", "Request", "File", "Win");

    /** Ends the whole job. */
    static final Errhandler FATAL = new Errhandler("ERRORS_ARE_FATAL", true);

    /** Ends the processes of the communicator, which here is the whole job. */
    static final Errhandler ABORT = new Errhandler("ERRORS_ABORT", true);

    /** Throws an {@link MPIException} to the caller. */
    static final Errhandler RETURN = new Errhandler("ERRORS_RETURN", false);

    private final String name;
    private final boolean fatal;
    /** The class of the handles that the function takes; null: there is no function. */
    private final @Nullable Class<?> type;

    private final BiConsumer<Object, Integer> function;

    private Errhandler(String name, boolean fatal) {
        this(name, fatal, null, (handle, errorCode) -> {});
    }

    private Errhandler(String name, boolean fatal, @Nullable Class<?> type, BiConsumer<Object, Integer> function) {
        this.name = name;
        this.fatal = fatal;
        this.type = type;
        this.function = function;
    }

    static <T> Errhandler of(Class<T> type, ErrhandlerFunction<? super T> function) {
        String name = type.getSimpleName();
        ValueChecks.notNull(function, ErrorClass.ARG, name + ".createErrhandler: the function");
        return new Errhandler(
                "a function for a " + name,
                false,
                type,
                (handle, errorCode) -> function.call(type.cast(handle), errorCode));
    }

    /** True for a handler that may serve handles of a class. */
    boolean isFor(Class<?> handle) {
        return type == null || type.isAssignableFrom(handle);
    }

    /** Calls the function, if there is one. */
    void call(Object handle, int errorCode) {
        if (type != null) {
            function.accept(handle, errorCode);
        }
    }

    boolean isFatal() {
        return fatal;
    }

    @Override
    public String toString() {
        return name;
    }

    /** The handler where the program has set none: errors of the second dialect are thrown. */
    static Errhandler byDefault(String method) {
        return isOfSecondDialect(method) ? RETURN : FATAL;
    }

    /** True for methods of mpiJava 1.2: only their names begin with capitals, like those of classes, which are no methods. */
    private static boolean isOfSecondDialect(String method) {
        int from = method.lastIndexOf('.') + 1;
        return from < method.length()
                && Character.isUpperCase(method.charAt(from))
                && (from > 0 || !NO_METHODS.contains(method));
    }
}
