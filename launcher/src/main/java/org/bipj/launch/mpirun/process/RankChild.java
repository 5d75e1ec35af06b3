package org.bipj.launch.mpirun.process;

/** The process that was started for a rank, on this host or on another. */
public interface RankChild {
    /** The process id on the rank's host. */
    long pid();

    /** True until the process has ended. */
    boolean isAlive();

    /** Exit code as a shell would see it; valid once the process has ended. */
    int exitValue();

    /** Waits for the end and returns the exit code. */
    int waitFor() throws InterruptedException;

    /** True if nothing more will be known of the process, because its host is lost. */
    default boolean isLost() {
        return false;
    }

    /** Sends SIGTERM to the process. */
    void terminate();

    /** Sends SIGKILL to the process and to the group that it leads, also if it has ended just now. */
    void kill();
}
