package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.bipj.launch.mpirun.command.Options;

/** A job of a launcher, on this host or on several, for its family. */
public interface MemberJob extends AutoCloseable {
    /** How it was asked for. */
    Options options();

    /** Who judges the ends of its ranks. */
    RankWatcher supervisor();

    /** By what its ranks name it to those that have asked for it; empty if they meet at a door. */
    String address();

    /** Requests of its ranks that have not been taken yet. */
    List<SpawnTicket> requests();

    /**
     * What its ranks have attached.
     *
     * @param address by which other jobs name this one
     * @param links addresses of jobs; empty if no rank has said anything
     */
    record Ties(String address, Set<String> links) {}

    /** By what other jobs name it, and what its ranks have attached, as far as that is known. */
    Ties ties();

    /**
     * Starts the ranks, unless the job is being ended.
     *
     * @throws IOException if they cannot be started
     */
    void start() throws IOException;

    /** Ends the job for a reason that concerns no rank of it, also before its ranks have started. */
    void fail(String message, int code);

    /** Sends a signal to its ranks. */
    void signal(String name);

    /** Ends what still runs, also before the ranks have started. */
    void end();

    /** This JVM shuts down, by a signal or because the job is over: ends what still runs. */
    void interrupt();

    /** The job has ended: removes what it had. */
    @Override
    void close();
}
