package org.bipj.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * SIGUSR1 to this process. The JDK's only way to handle a signal is {@code sun.misc.Signal}, which the compiler warns
 * of, whatever it is told: so it is reached by reflection.
 */
final class UserSignal {
    /** How a process's mask of signals begins that it handles; and the bit of SIGUSR1, which is 10 on Linux. */
    private static final String CAUGHT = "SigCgt:";

    private static final long BIT = 1 << 10 - 1;

    private static final long START_MILLIS = 200;

    private UserSignal() {}

    /**
     * Calls this, in a thread of its own, for each SIGUSR1, in a moment: to make the handler takes 20 ms of a processor,
     * which the start of the ranks needs. Does nothing where there are no such signals.
     */
    static void onUsr1(Runnable action) {
        try {
            Thread.sleep(START_MILLIS);
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours = Proxy.newProxyInstance(
                    UserSignal.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("USR1"), ours);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ReflectiveOperationException | RuntimeException e) {
            System.getLogger(UserSignal.class.getName())
                    .log(System.Logger.Level.DEBUG, "SIGUSR1 is not handled here", e);
        }
    }

    /** True if a process handles SIGUSR1, as far as the system tells. */
    static boolean isHandledBy(long pid) {
        try (Stream<String> status = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return status.filter(line -> line.startsWith(CAUGHT))
                    .anyMatch(line -> (Long.parseUnsignedLong(
                                            line.substring(CAUGHT.length()).strip(), 16)
                                    & BIT)
                            != 0);
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }
}
