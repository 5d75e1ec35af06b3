package org.bipj.launch.hosted.threads;

import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;

/** The rank to which a thread of a simulated program belongs. */
public final class RankContext {
    private static final InheritableThreadLocal<Processor> OF_THREAD = new InheritableThreadLocal<>();

    private RankContext() {}

    /** The calling thread, and those that it starts, belong to a rank. */
    public static void enter(Processor processor) {
        OF_THREAD.set(processor);
    }

    /** The rank of the calling thread; null if it has none. */
    public static Processor processor() {
        Fiber fiber = Fiber.current();
        return fiber != null ? fiber.processor() : OF_THREAD.get();
    }
}
