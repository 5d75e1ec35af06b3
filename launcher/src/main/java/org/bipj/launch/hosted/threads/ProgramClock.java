package org.bipj.launch.hosted.threads;

/** The clock that the program of a rank reads: part of what the {@linkplain org.bipj.sim.kernel.Processor#program processor} keeps. */
public interface ProgramClock {
    /** As the program's {@code System.currentTimeMillis()}. */
    long currentTimeMillis();
}
