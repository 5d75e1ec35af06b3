package org.bipj.launch.support;

import java.lang.reflect.Proxy;
import java.util.List;

/** Signals: their names and numbers, and handlers for those that the JVM leaves to programs. */
public final class SystemSignals {
    /** The names of signals by number, as Linux numbers them. */
    private static final List<String> NAMES = List.of(
            "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE",
            "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP");

    private static final int LAST_DEADLY = 15;
    private static final int BASE = 128;
    /** Those with which a user, or a shell, ends a process: the JVM's own handlers of them run the shutdown hooks. */
    static final List<String> BY_USER = List.of("HUP", "INT", "TERM");

    private static final List<String> CRASHES = List.of("ILL", "ABRT", "BUS", "FPE", "KILL", "SEGV");

    private SystemSignals() {}

    /** Number of a signal, given its name without SIG. */
    static int number(String name) {
        int number = NAMES.indexOf(name);
        if (number < 1) {
            throw new IllegalArgumentException("signal " + name + ": expected one of " + NAMES);
        }
        return number;
    }

    /** True for the exit code of a process that did not end itself: it was killed, or it crashed. */
    public static boolean isDeadly(int code) {
        return isSignal(code) && CRASHES.contains(NAMES.get(code - BASE));
    }

    /** True for the exit code of a process that a user, or a shell, has ended. */
    public static boolean isByUser(int code) {
        return isSignal(code) && BY_USER.contains(NAMES.get(code - BASE));
    }

    private static boolean isSignal(int code) {
        return code > BASE && code <= BASE + LAST_DEADLY;
    }

    /** How a process ended that had this exit code. */
    public static String describe(int code) {
        if (isSignal(code)) {
            String name = NAMES.get(code - BASE);
            return "was ended by signal " + (code - BASE) + " (SIG" + name + "; exit code " + code + ")"
                    + (name.equals("KILL") ? ": by somebody, or by the system for lack of memory" : "");
        }
        return "exited with code " + code;
    }

    /** The same in few words, for a code of {@link #isDeadly} or {@link #isByUser}. */
    public static String brief(int code) {
        return "was ended by signal " + (code - BASE) + " (SIG" + NAMES.get(code - BASE) + ")";
    }

    /**
     * Handles a signal from now on, each time in a new thread; leaves one alone that this process was started to
     * ignore. The JVM's API for this has no place in the Java SE specification and is therefore called by reflection:
     * where it is missing the signal keeps its default action.
     *
     * @param name of the signal, without SIG
     */
    static void handle(String name, Runnable action) {
        handle(name, action, true);
    }

    /** As {@link #handle}, but also where this process was started to ignore the signal. */
    static void handleAlways(String name, Runnable action) {
        handle(name, action, false);
    }

    private static void handle(String name, Runnable action, boolean unlessIgnored) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    SystemSignals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            var handle = signal.getMethod("handle", signal, handler);
            Object subject = signal.getConstructor(String.class).newInstance(name);
            Object before = handle.invoke(null, subject, ours);
            Object ignore = handler.getField("SIG_IGN").get(null);
            if (unlessIgnored && before == ignore) {
                handle.invoke(null, subject, ignore);
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            System.getLogger(SystemSignals.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot handle SIG" + name, e);
        }
    }
}
