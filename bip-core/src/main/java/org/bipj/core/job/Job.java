package org.bipj.core.job;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.NameKeeping;
import org.bipj.core.job.family.ProcessSets;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.nic.NicPort;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.Choices;
import org.bipj.core.report.FailureText;
import org.jspecify.annotations.Nullable;

/** The membership of one rank in a job. */
public interface Job {
    /** This rank's number, from 0. */
    int rank();

    /** The number of ranks in the job. */
    int size();

    /** The program that this rank runs, among those of the job. */
    default Application application() {
        return Application.only(size());
    }

    /** The process sets that the user has named. */
    default ProcessSets processSets() {
        return ProcessSets.parse(JobVariables.value(JobVariables.PSETS));
    }

    /** Name of the node that the rank runs on. */
    String node();

    /**
     * What a process is called in reports, by its number on the port: {@code JOB.RANK} if it is of another job than the first one of its
     * launcher, or of a job that this one is connected with, else its rank.
     */
    default String named(int number) {
        Connections others = number < size() ? null : connections();
        return others == null ? Integer.toString(number) : others.named(number);
    }

    /** Names the memory that this rank shares with others of its node: it has the same name for these, in whatever job they are. */
    default String memory() {
        return node();
    }

    /** Number of ranks on this rank's node that share memory with it, itself included. */
    int localSize();

    /**
     * True if this rank's node has more ranks than processors that they may use: waiting ranks should then yield early.
     * Determined before any rank is bound to a processor.
     */
    default boolean isCrowded() {
        return localSize() > Runtime.getRuntime().availableProcessors();
    }

    /**
     * Opens this rank's port, during initialisation.
     *
     * @throws org.bipj.core.nic.PortException if it cannot be opened, or was closed and cannot be opened again
     */
    NicPort open();

    /**
     * Keeps the port of a rank that has no client, for clients which it may open later.
     *
     * @param closed per client, by its number, how often it was opened and closed: see {@link #hasClosed}
     * @param end closes the port, if the rank has still no client. The job calls this once the rank's program is over, where that
     *     leaves something behind otherwise
     * @return false if this kind of job keeps no ports: the caller closes it
     */
    default boolean keep(int[] closed, Runnable end) {
        return false;
    }

    /**
     * Reports that this rank has initialised the library: it is not {@linkplain #finished finalised} any more, if it was. It must
     * now call {@link #finished} before it ends. Called again when another client has been open the longest.
     *
     * @param client number of the client that the rank opened first, of those that are open: reports name it
     */
    void started(int client);

    /**
     * Reports, in finalisation, that this rank needs nothing more from the others: its sends are complete. Called once.
     *
     * @return false if this kind of job does not notify the other ranks; ranks then notify each other by messages
     */
    default boolean leave() {
        return false;
    }

    /**
     * True if the job goes on when a rank dies: the port of each other rank reports the death as {@link
     * org.bipj.core.nic.PacketSink#onFailure} says, and the dead rank is not waited for. Otherwise a death ends the job. Constant.
     */
    default boolean survivesDeaths() {
        return false;
    }

    /**
     * True once all ranks that live have called {@link #leave}, those of connected jobs too; from then on ranks may end. A rank that waits for
     * this is woken. Where {@link #leave} returned false, the ranks of the own job do not count.
     */
    default boolean haveAllLeft() {
        return true;
    }

    /**
     * Reports that this rank has finalised the library: it may end with exit code 0, and the job continues. It may be {@linkplain
     * #started initialised} again.
     */
    void finished();

    /**
     * True if a rank's program is over and has {@linkplain #finished finalised the library}: it reads nothing that is sent to
     * it, now or later. False also where this kind of job cannot tell, as for ranks of other hosts that {@code mpirun} has not
     * started, or that have never been {@linkplain #watch watched}.
     */
    default boolean hasFinished(int rank) {
        return false;
    }

    /**
     * True if a rank reads nothing any more that is sent to one opening of a client: the rank {@linkplain #hasFinished has
     * finished}, or it had closed that opening when it last had no client at all. False also where this kind of job cannot tell.
     *
     * @param client number of the client
     * @param opening how often the rank opens the client before
     */
    default boolean hasClosed(int rank, int client, int opening) {
        return hasFinished(rank);
    }

    /**
     * Begins or ends to watch a rank. A rank that idles in its port looks again once one that it watches {@linkplain
     * #hasFinished has finished}, or {@linkplain #hasClosed has closed} what it had open.
     */
    default void watch(int rank, boolean on) {}

    /**
     * True if several threads of the rank may communicate (MPI_THREAD_SERIALIZED and up); false if only the thread that
     * runs the program's main method may.
     */
    default boolean allowsThreads() {
        return true;
    }

    /** Several threads of the rank will communicate. To be called before they are started; idempotent. */
    default void allowThreads() {}

    /** A lock between threads of the rank, also while it has no port. In virtual time a thread that waits for it lets the others run. */
    default ReentrantLock newLock() {
        return new ReentrantLock();
    }

    /**
     * True if receives in this kind of job always refuse data of another type than their own; otherwise a user can enable
     * this check.
     */
    default boolean checksTypes() {
        return false;
    }

    /**
     * What the rank's MPI calls are checked for: {@code on}, or a list of {@code unsafe}, {@code races}, {@code loads} and
     * {@code json:FILE}, separated by commas; null, empty or {@code off}: they are not checked.
     */
    default @Nullable String checks() {
        String ofProcess = JobVariables.value(JobVariables.CHECK);
        return ofProcess != null ? ofProcess : JobVariables.property(JobVariables.CHECK_PROPERTY);
    }

    /** True if the rank's MPI calls are checked. */
    default boolean isChecked() {
        String checks = checks();
        return checks != null && !checks.isEmpty() && !checks.equals("off");
    }

    /** Who decides what MPI leaves open; null: whatever comes first counts. */
    default @Nullable Choices choices() {
        return null;
    }

    /** Where the rank's choices are recorded, or replayed from; null: neither. */
    default @Nullable ChoiceFolder choiceFolder() {
        return null;
    }

    /** For how many processes there is room, those of this job among them: MPI's UNIVERSE_SIZE. */
    default int universeSize() {
        return Math.max(size(), Runtime.getRuntime().availableProcessors());
    }

    /** How this rank connects with other jobs; null where this kind of job cannot. */
    default @Nullable Connections connections() {
        return null;
    }

    /** What becomes of names that this rank publishes in files. */
    default NameKeeping names() {
        return NameKeeping.OF_PROCESS;
    }

    /**
     * Memory beside the messages of the job, which all its ranks on this node have under one name. Whoever asks first makes it, zeroed.
     * It ends with the job.
     *
     * @return null if this kind of job does not have it, or there is no room
     */
    default @Nullable MemorySegment shared(String name, long bytes) {
        return null;
    }

    /** True if that rank has the same {@link #shared} memory. */
    default boolean isNear(int rank) {
        return true;
    }

    /**
     * Advances virtual time by a duration of computation; see {@link Compute}.
     *
     * @param ns nanoseconds, not negative
     */
    default void compute(double ns) {}

    /** True if time is virtual: computation takes only as much of it as the rank charges; see {@link Compute}. */
    default boolean isVirtual() {
        return false;
    }

    /** The time in nanoseconds where a rank has no port, and time is not virtual. */
    default long now() {
        return System.nanoTime();
    }

    /**
     * Advances virtual time by a number of operations at the platform's rate; see {@link Compute}.
     *
     * @param kind the kind of operation, of which the platform has a rate; empty for the general rate
     */
    default void computeOperations(String kind, long count) {}

    /**
     * Called before {@link #abort} by a rank that another one has told of a failure: that one is about to end the job, and the user is to
     * read its reason. Returns when it has, and after a moment if it has not.
     */
    default void awaitReason() {}

    /**
     * Ends the whole job. Does not return: it ends the rank's process, and all ranks in this process with it.
     *
     * @param code exit code of the job, 1 to 255
     * @param reason text that the launcher prints with the rank's number: one line, optionally with a stack trace below
     */
    void abort(int code, String reason);

    /**
     * Ends the whole job because of an exception; its stack trace is printed below the reason. Does not return.
     *
     * @param code exit code of the job, 1 to 255
     * @param reason one line that the launcher prints with the rank's number
     */
    default void abort(int code, String reason, Throwable failure) {
        abort(code, reason + "\n" + FailureText.below(FailureText.of(failure)));
    }
}
