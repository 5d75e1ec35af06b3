package org.bipj.shm.link;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;
import org.bipj.core.job.family.Connections;
import org.bipj.shm.waiting.NetworkPort;

/** Jobs with which a rank of one host shares no memory: it meets them over a network, which another module brings. */
public interface FarJobs extends Connections.Network {
    /** The port to their ranks, which have the numbers that {@link #attach} gives. */
    NetworkPort port();

    /**
     * What a job says of itself to others.
     *
     * @param family of jobs of one launcher, whose ranks share memory where they are on one host; 0: it is of none
     * @param number of the job among those of its launcher
     */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    record Introduction(String address, int ranks, byte[] secret, long family, int number) {}

    /**
     * The rank that meets others.
     *
     * @param host number of its host among those of its job
     * @param own its job
     * @param near what jobs say of themselves with which the rank shares memory; null for any other
     * @param onFailure called on any thread with the reason when a job has failed that is attached
     */
    record Setup(
            int rank,
            int host,
            Introduction own,
            boolean crowded,
            Function<String, Introduction> near,
            Consumer<String> onFailure) {}

    /** A module that brings a network. */
    interface Provider {
        /**
         * Begins to listen.
         *
         * @throws org.bipj.core.nic.PortException if that fails
         */
        FarJobs open(Setup setup);

        /**
         * True if the process that has opened a door is still there, or may be. Waits for its answer.
         *
         * @param place where the door is
         * @param door its name
         * @param secret hexadecimal digits
         */
        boolean answers(String place, String door, String secret);
    }

    /** As {@link Connections#answers}. */
    static boolean answers(String port) {
        Doors.Name name = Doors.Name.find(port);
        return name == null
                || name.place() == null
                || provider()
                        .map(network ->
                                network.answers(name.place(), name.address() + "#" + name.door(), name.secret()))
                        .orElse(true);
    }

    /** The network that there is. */
    static Optional<Provider> provider() {
        return ServiceLoader.load(Provider.class, FarJobs.class.getClassLoader())
                .findFirst();
    }

    /** True if a letter has introduced a job. */
    boolean isIntroduced(String address);

    /** The family of a job that was introduced. */
    long family(String address);

    /** The number of a job that was introduced among those of its launcher. */
    int number(String address);

    /**
     * Attaches a job that was introduced.
     *
     * @param first the number of its rank 0
     * @return the number of its ranks
     */
    int attach(String address, int first);

    /** The number of the host of a rank of an attached job, among those of its job. */
    int host(int number);

    /** True if a rank of an attached job has ended its connection in good order, and nothing comes from there any more. */
    boolean hasLeft(int number);

    /**
     * This rank is not connected with a job any more: what becomes of that one does not matter to it. Links of one that is attached stay.
     * Nothing happens if a job was not met over the network.
     */
    void part(String address);

    /** A job from which this rank has parted is attached again, with the same numbers; a letter may have introduced it anew. */
    void meetAgain(String address);

    /** True if no rank of a job from which this one has parted is reached any more, or none has been. */
    boolean isOver(String address);

    /** Ends the links with a job. */
    void detach(String address);

    /**
     * Opens a door.
     *
     * @param door its name
     * @param secret hexadecimal digits
     * @return what adds to a port's name where the door is
     */
    Connections.Door openDoor(String door, String secret);

    /**
     * Goes to a door.
     *
     * @param place what {@link Connections.Door#name} of {@link #openDoor} was
     */
    Connections.Calling call(String place, String door, String secret, String letter);
}
