package org.bipj.shm.job;

/** Ends a JVM without waiting for whatever might hang. */
public final class Exit {
    private static final long FLUSH_MS = 1000;

    private Exit() {}

    /** Flushes the standard streams and ends the JVM without its shutdown hooks, which might wait for messages. */
    public static void flushAndHalt(int code) {
        try {
            // In a thread of its own: the holder of a stream's lock may be stuck.
            Thread flusher = Thread.ofPlatform().daemon().name("bipj-flush").start(() -> {
                System.out.flush();
                System.err.flush();
            });
            flusher.join(FLUSH_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            // No thread can be started, or there is no memory for one: the end is due all the same.
            Runtime.getRuntime().halt(code);
        }
        Runtime.getRuntime().halt(code);
    }
}
