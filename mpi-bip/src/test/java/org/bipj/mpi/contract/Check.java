package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import mpi.MPIException;

/** Assertions of the suites, which also run in processes where no test framework is. */
public final class Check {
    private Check() {}

    /** Fails if the condition is false. */
    public static void that(boolean condition, Supplier<String> what) {
        if (!condition) {
            throw new AssertionError(what.get());
        }
    }

    /** Fails if the condition is false. */
    public static void that(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    /** Fails if two numbers differ. */
    public static void equal(long expected, long found, String what) {
        if (expected != found) {
            throw new AssertionError(what + ": expected " + expected + ", found " + found);
        }
    }

    /** Fails if two objects differ. */
    public static void equal(Object expected, Object found, String what) {
        if (!Objects.deepEquals(expected, found)) {
            throw new AssertionError(what + ": expected " + text(expected) + ", found " + text(found));
        }
    }

    /** Fails unless a call throws an MPI error of this class whose message has these words in it. */
    public static void error(int errorClass, String words, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            equal(errorClass, e.getErrorClass(), e.getMessage());
            that(e.getMessage().contains(words), () -> e.getMessage() + " does not say: " + words);
            return;
        }
        throw new AssertionError("no error that says: " + words);
    }

    private static String text(Object value) {
        String all = Arrays.deepToString(new Object[] {value});
        return all.length() > 500 ? all.substring(0, 500) + " ..." : all;
    }

    /** Fails if two byte arrays differ, and says where first. */
    public static void sameBytes(byte[] expected, byte[] found, Supplier<String> what) {
        int at = Arrays.mismatch(expected, found);
        if (at >= 0) {
            throw new AssertionError(what.get() + ": byte " + at + " of " + expected.length + ": expected "
                    + (at < expected.length ? expected[at] : "no more") + ", found "
                    + (at < found.length ? found[at] : "no more"));
        }
    }

    /** An action that should fail. */
    @FunctionalInterface
    public interface Action {
        /** Runs it. */
        void run() throws Exception;
    }

    /** Fails unless the action throws an MPIException of this class, whose message contains all of the words. */
    public static MPIException error(int errorClass, Action action, String... words) throws Exception {
        try {
            action.run();
        } catch (MPIException e) {
            equal(errorClass, e.getErrorClass(), "error class of: " + e.getMessage());
            for (String word : words) {
                that(e.getMessage().contains(word), () -> "message \"" + e.getMessage() + "\" lacks \"" + word + "\"");
            }
            return e;
        }
        throw new AssertionError("expected an MPIException of class " + errorClass + ", but nothing was thrown");
    }
}
