package org.bipj.launch.contract;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bipj.launch.hosted.loader.KeptProgram;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;

/**
 * Runs programs on ranks that are threads of this JVM, or coroutines on a simulated cluster in it: the library does what it does in
 * jobs of the modes {@code thread} and {@code sim}, and no JVM has to be started.
 */
public final class InThisJvm {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ERROR_OF_CHECKS = 122;

    private InThisJvm() {}

    /**
     * How a job ends.
     *
     * @param code 0: all ranks have ended well; 122: for a finding of {@code --check}; 1: otherwise
     * @param text the report, and what ranks have failed with
     */
    public record End(int code, String text) {}

    /**
     * Runs a program of another class path on threads.
     *
     * @param programs finds it, and the library
     * @param own true for names of its classes
     */
    public static End run(int ranks, ClassLoader programs, Predicate<String> own, String main) {
        return run(EmbeddedJob.threads(ranks, new Program(programs, own, main), LIMIT));
    }

    /** Runs a main class on threads or, in the mode sim, on the default platform. */
    static End run(String mode, int ranks, Class<?> program, String... arguments) {
        return run(job(mode, ranks, program, arguments));
    }

    /** The same with {@code --check}. */
    static End checked(String mode, int ranks, Class<?> program, String... arguments) {
        return checkedFor("on", mode, ranks, program, arguments);
    }

    /** The same with a list of what is checked. */
    static End checkedFor(String checks, String mode, int ranks, Class<?> program, String... arguments) {
        return run(job(mode, ranks, program, arguments).checked(checks));
    }

    /** Runs a main class on a simulated cluster. */
    static End simulated(int ranks, SimOptions options, Class<?> program, String... arguments) {
        return run(EmbeddedJob.simulated(ranks, options, Program.of(program, arguments), LIMIT));
    }

    /** A main class that each rank loads for itself, with other classes of its program. */
    static RankCode code(Class<?> program, List<Class<?>> own, String... arguments) {
        return program(program, own).with(arguments);
    }

    /**
     * Programs that have all but their arguments in common: a rank loads their classes once for all runs of all of them, as far as they
     * {@linkplain KeptProgram last}.
     */
    static Function<String[], RankCode> codes(Class<?> program, List<Class<?>> own) {
        Program without = program(program, own);
        KeptProgram classes = new KeptProgram(without);
        return arguments -> {
            Program one = without.with(arguments);
            return new RankCode() {
                @Override
                public ClassLoader loader(LoadedRank rank) {
                    return classes.loader(rank);
                }

                @Override
                public void run(ClassLoader loader) throws Throwable {
                    one.run(loader);
                }
            };
        };
    }

    private static Program program(Class<?> program, List<Class<?>> own) {
        List<String> names = Stream.concat(Stream.of(program), own.stream())
                .map(Class::getName)
                .toList();
        return new Program(
                program.getClassLoader(), name -> names.stream().anyMatch(name::startsWith), program.getName());
    }

    private static EmbeddedJob job(String mode, int ranks, Class<?> program, String... arguments) {
        RankCode code = Program.of(program, arguments);
        return mode.equals("sim")
                ? EmbeddedJob.simulated(ranks, SimOptions.of(SimOptions.DEFAULT_PLATFORM), code, LIMIT)
                : EmbeddedJob.threads(ranks, code, LIMIT);
    }

    private static End run(EmbeddedJob job) {
        try {
            EmbeddedJob.Outcome outcome = job.run();
            StringBuilder text = new StringBuilder(outcome.report());
            outcome.failures()
                    .forEach(each ->
                            text.append("rank ").append(each.rank()).append(" ").append(each.why()));
            boolean isFinding = text.indexOf("with code " + ERROR_OF_CHECKS) >= 0;
            return new End(outcome.isSuccess() ? 0 : isFinding ? ERROR_OF_CHECKS : 1, text.toString());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A main class that each rank loads for itself, with others of the program. */
    private record Program(ClassLoader parent, Predicate<String> own, String main, String... arguments)
            implements RankCode {
        private static final List<Class<?>> WITH_ALL = List.of(Faultless.class, Patient.class);

        static Program of(Class<?> main, String... arguments) {
            List<String> own = Stream.concat(Stream.of(main), WITH_ALL.stream())
                    .map(Class::getName)
                    .toList();
            return new Program(
                    main.getClassLoader(), name -> own.stream().anyMatch(name::startsWith), main.getName(), arguments);
        }

        Program with(String... others) {
            return new Program(parent, own, main, others);
        }

        @Override
        public ClassLoader loader(LoadedRank rank) {
            return RankClassLoader.within(rank, parent, own);
        }

        @Override
        public void run(ClassLoader loader) throws Throwable {
            try {
                Class.forName(main, true, loader)
                        .getMethod("main", String[].class)
                        .invoke(null, (Object) arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
