package org.bipj.launch.threads;

import java.util.concurrent.ForkJoinTask;

/** Ways of waiting for threads that virtual time does not serve. */
public final class Refused {
    private Refused() {}

    /** The exception for something that is not served, in a rank whose threads are fibers. */
    static UnsupportedOperationException because(String what, String instead) {
        return new UnsupportedOperationException(
                what + " is not supported in virtual time by a program whose threads communicate; " + instead);
    }

    /** Throws an exception if the caller is a fiber of a rank whose threads are. */
    static void check(String what, String instead) {
        if (Waits.fiber() != null) {
            throw because(what, instead);
        }
    }

    /** Instead of {@code task.fork()}. */
    public static ForkJoinTask<?> fork(ForkJoinTask<?> task) {
        check("ForkJoinTask.fork", "use an ExecutorService");
        return task.fork();
    }

    /** Instead of {@code task.invoke()}. */
    public static Object invoke(ForkJoinTask<?> task) {
        check("ForkJoinTask.invoke", "use an ExecutorService");
        return task.invoke();
    }
}
