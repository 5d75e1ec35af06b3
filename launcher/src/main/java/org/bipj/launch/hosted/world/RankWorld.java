package org.bipj.launch.hosted.world;

import java.nio.file.Path;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.sim.kernel.Fiber;

/** The clock and the random numbers of a rank in virtual time. */
public interface RankWorld {
    /** The rank's present. */
    Instant now();

    /** The rank's virtual clock in nanoseconds. */
    long nanoTime();

    /** The milliseconds that the program reads: virtual ones, or the JDK's. */
    long currentTimeMillis();

    /** The calling thread, a fiber of the rank, sleeps in virtual time. */
    void sleep(long nanos) throws InterruptedException;

    /** The rank's random numbers: one stream, from which all threads of its program draw. */
    RandomGenerator random();

    /** What the rank's host has of its own of the JDK's static state. */
    HostStatics statics();

    /** The times of files, in virtual time. */
    FileTimes fileTimes();

    /** The folder of the rank's host, which survives when the host starts again. */
    Path hostDirectory();

    /** That of the rank a fiber of which calls; null if another thread does. */
    static RankWorld ofFiber() {
        Fiber fiber = Fiber.current();
        return fiber != null && fiber.processor().program() instanceof RankWorld world ? world : null;
    }

    /** That of the rank to which the calling code belongs; null if there is none. */
    static RankWorld current() {
        RankWorld ofFiber = ofFiber();
        if (ofFiber != null) {
            return ofFiber;
        }
        return RankClassLoader.rankOfCaller() instanceof RankWorld world ? world : null;
    }
}
