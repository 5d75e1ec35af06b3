package org.bipj.pps;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;

/**
 * Tests of a system that run on every fabric. A module that brings a fabric runs them by {@link #over}, a program that runs in
 * each process of a job by {@link #tests} and {@link #run}.
 */
public abstract class Suite {
    /** What one rank does, whose thread belongs to a job. */
    @FunctionalInterface
    public interface Body {
        /** Runs it. */
        void run() throws Exception;
    }

    /** Runs jobs. */
    @FunctionalInterface
    public interface Runner {
        /** Runs a body on every rank of a new job. */
        void run(int ranks, Body body);

        /** Called by each rank before its program: where several tests share a job they wait for each other. */
        default void ready() {}
    }

    private Runner runner;

    /** Runs a body on every rank of a new job. */
    protected final void runRanks(int ranks, Body body) {
        runner.run(ranks, body);
    }

    /** Called by each rank before its program. */
    protected final void ready() {
        runner.ready();
    }

    /** The tests of a suite, in the order of their names. */
    public static List<Method> tests(Class<? extends Suite> suite) {
        return Stream.<Class<?>>iterate(suite, type -> type != Suite.class, Class::getSuperclass)
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Test.class))
                .peek(method -> method.setAccessible(true))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    /** The name of a suite: of its class, within the class around it. */
    public static String name(Class<?> suite) {
        Class<?> around = suite.getDeclaringClass();
        return (around == null ? "" : around.getSimpleName() + ".") + suite.getSimpleName();
    }

    /** Runs one test. */
    public static void run(Supplier<? extends Suite> suite, Method test, Runner runner) throws Throwable {
        Suite instance = suite.get();
        instance.runner = runner;
        try {
            test.invoke(instance);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Tests of suites over a fabric. */
    public static DynamicContainer over(String fabric, Runner runner, Stream<Supplier<? extends Suite>> suites) {
        return DynamicContainer.dynamicContainer(fabric, suites.flatMap(suite -> {
            Class<? extends Suite> type = suite.get().getClass();
            return tests(type).stream()
                    .map(test ->
                            DynamicTest.dynamicTest(name(type) + "." + test.getName(), () -> run(suite, test, runner)));
        }));
    }
}
