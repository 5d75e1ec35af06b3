package org.bipj.core.job.family;

import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;
import org.bipj.core.nic.PortException;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a process with those of other jobs, for kinds of jobs that can have some (MPI 4.1 chapter 11): {@link org.bipj.core.job.Job#connections}. A
 * job that is attached has numbers on the rank's port, above those of all that the port has had before. Several threads may call; {@link
 * #attach}, {@link #detach} and {@link #forget} under the lock of progress. No call blocks.
 *
 * <p>Two processes attach and detach each other's job each at its own time: one may still have, or have again, what the other one has just
 * detached. Therefore the link between them outlives that. It ends with one of both: where that is over, the other one forgets it.
 */
public interface Connections {
    /** By what other jobs name this one: a word. */
    String address();

    /**
     * The processes that have started this one; null if the launcher's user has.
     *
     * @return names, and a tag of that start
     */
    @Nullable
    Parents parents();

    /**
     * Who has started a job.
     *
     * @param names in the order of their group, see {@link ProcessName#join}; or the name of a door at which they wait
     * @param tag tells starts by the same processes apart; empty for a door
     */
    record Parents(String names, String tag) {
        /** Processes that wait at a door of their root, as they may share no memory with those that they start. */
        public static Parents atDoor(String door) {
            return new Parents(door, "");
        }

        /** True if they wait at a door, whose name {@link #names} is. */
        public boolean areAtDoor() {
            return tag.isEmpty();
        }
    }

    /**
     * Attaches a job, if it is not attached already. The port's size grows, unless it has been attached before and was not forgotten.
     *
     * @return the number of its rank 0 on the port; those of the others follow
     * @throws PortException if there is none of this address that this process may reach
     */
    int attach(String address);

    /** The addresses of the jobs that are attached. */
    List<String> attached();

    /** The number of a job's first rank on the port; negative if it is not attached. */
    int first(String address);

    /** How many ranks an attached job has. */
    int size(String address);

    /** The name of the process that has a number on the port. */
    ProcessName name(int number);

    /** What the process with a number on the port is called in reports; see {@link org.bipj.core.job.Job#named(int)}. */
    default String named(int number) {
        ProcessName name = name(number);
        return name.address().equals(address()) ? Integer.toString(name.rank()) : name.shown();
    }

    /** True for the number of a process of another job with which this one shares memory as with those of its own job. */
    default boolean isNear(int number) {
        return false;
    }

    /**
     * As {@link org.bipj.core.job.Job#shared} for the ranks of a job that is attached, with some of which this process {@linkplain #isNear shares memory};
     * it ends when the job is detached.
     */
    default @Nullable MemorySegment shared(String address, String name, long bytes) {
        return null;
    }

    /** Ends the connection with a job. Its numbers are reserved for the case that it is attached again, until it is forgotten. */
    void detach(String address);

    /**
     * Numbers of the ranks of a job.
     *
     * @param first of them
     * @param end behind the last one
     */
    record Numbers(int first, int end) {}

    /**
     * Forgets jobs that are not attached any more.
     *
     * @param all those that are not over, too: this process leaves
     * @return their numbers, which mean nothing any more
     */
    default List<Numbers> forget(boolean all) {
        return List.of();
    }

    /**
     * True once all ranks of attached jobs have left, as {@link org.bipj.core.job.Job#haveAllLeft} says of the own. A job whose launcher has removed it
     * counts.
     */
    boolean haveNeighboursLeft();

    /**
     * True if a process of another job has called Finalize, and all that it has sent before has arrived, or does so with the next polls.
     * False also for a process of whose waits the launcher of this one knows.
     *
     * @param number on the port
     */
    default boolean hasLeft(int number) {
        return false;
    }

    /** True if all ranks of an attached job have called Finalize whose memory this process shares. */
    default boolean haveLeft(String address) {
        return false;
    }

    /** A rank begins, or ends, to wait for a job that may never come: it is no part of a deadlock meanwhile. */
    void awaitsNeighbour(boolean on);

    /**
     * A rank of a job of several hosts has attached these jobs, and no others: for the launcher, when one of them fails. Asked of the
     * part of such a job that is its host's.
     */
    default void attachedElsewhere(Collection<String> addresses) {}

    /** How this process meets jobs with which it shares no memory; null: it meets none of these. */
    default @Nullable Network network() {
        return null;
    }

    /**
     * How processes of different hosts meet. Beside its name, another job must know of a process where it listens, and of its job a
     * secret: groups that meet exchange them in <em>letters</em>, which begin with the names. A letter is open where its reader has a
     * secret of the meeting; sealed, all processes that are connected with its writer's job can read it, and no others.
     */
    interface Network {
        /** Most bytes of an {@linkplain #listen address}, in ASCII. */
        int ADDRESS_BYTES = 64;

        /** True if one of these processes is reached over a network only: its group has to introduce itself by a letter. */
        boolean isNeeded(int... numbers);

        /** True if a door is reached over a network only. */
        boolean isNeeded(String door);

        /** True if a text that was left at a door is a letter: else it is names. */
        boolean isLetter(String text);

        /**
         * Begins to listen, if this process does not yet.
         *
         * @return the address, at most {@link #ADDRESS_BYTES} long
         * @throws PortException if it cannot
         */
        String listen();

        /**
         * An open letter of a group of which this process is a member.
         *
         * @param names of its processes
         * @param addresses where these listen, in their order
         */
        String letter(String names, List<String> addresses);

        /** Seals an open letter, for processes that are connected with this one or of its job. */
        String seal(String letter);

        /**
         * Seals a sealed letter anew, for processes that may not be connected with its writer.
         *
         * @throws PortException if it is none, or not for this process
         */
        String pass(String sealed);

        /**
         * Reads a sealed letter of a process that this one is connected with, or that is of its job: jobs that it introduces can be
         * {@linkplain Connections#attach attached} from now on.
         *
         * @return the names
         * @throws PortException if it is none, or not for this process
         */
        String read(String sealed);
    }

    /** Published names and their ports, of a run that keeps them to itself; null: they are files of the user. */
    default @Nullable ServiceNames services() {
        return null;
    }

    /**
     * True if a process that has opened a port still answers there, as far as that can be found out over a network. Waits for the answer
     * as long as for any peer that is silent.
     *
     * @param port what {@code openPort} has returned somewhere, or any other text, of which nobody knows: true
     */
    default boolean answers(String port) {
        return true;
    }

    /**
     * Asks the launcher for processes.
     *
     * @throws PortException if it cannot be asked
     */
    Asked spawn(SpawnRequest request);

    /** What was asked of the launcher. */
    interface Asked {
        /** The answer; null as long as there is none. */
        @Nullable
        SpawnAnswer poll();
    }

    /** Opens a door, through which other jobs find this process. */
    Door openDoor();

    /** A door of this process. */
    interface Door {
        /** What others need to find it: a line. */
        String name();

        /** Who has called; null if there is nobody. Several threads may ask, and each gets guests of its own. */
        @Nullable
        Guest called();

        /** Closes it. Who stands before it is told so. */
        void close();
    }

    /** A process that has called at a door, and waits for the answer. */
    interface Guest {
        /** The names of the processes that want to connect, or their letter. */
        String letter();

        /**
         * Answers, with the names of the processes that they are connected with, and a tag.
         *
         * @throws PortException if they have gone
         */
        void answer(String names);
    }

    /**
     * Goes to a door.
     *
     * @param door its name
     * @param names of the processes that want to connect
     * @throws PortException if there is no such door, or it was closed
     */
    Calling call(String door, String names);

    /** The process that has opened a door; null if the name does not say that. */
    default @Nullable ProcessName opener(String door) {
        return null;
    }

    /** A call at a door. */
    interface Calling {
        /**
         * What was answered; null as long as nothing was.
         *
         * @throws PortException if the door was closed
         */
        @Nullable
        String poll();
    }
}
