package org.bipj.mpi.context;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.ProcessNames;
import org.jspecify.annotations.Nullable;

/** How the processes of a communicator introduce themselves to a group that only a network reaches. */
public final class Letters {
    /** Begins what a process has instead of an address. */
    private static final char TROUBLE = '!';

    private Letters() {}

    /** True if one of these processes is reached over a network only; of processes of one world, that costs nothing. */
    public static boolean areNeeded(ProcessNames processes, int... numbers) {
        Connections.Network network = processes.network();
        return network != null && network.isNeeded(numbers);
    }

    /**
     * Where all processes of a communicator listen, at a root; a call of all.
     *
     * @return by rank; empty elsewhere
     */
    public static List<String> gather(CommCore c, int root) {
        if (c.size() == 1) {
            // No collective call: threads may have the communicator in common.
            return List.of(own(c));
        }
        byte[] own = Arrays.copyOf(own(c).getBytes(StandardCharsets.UTF_8), Connections.Network.ADDRESS_BYTES);
        byte[] all = c.rank() == root ? new byte[own.length * c.size()] : new byte[0];
        Data received = c.rank() == root ? block(all) : null;
        Collectives.gather(c.collectives(), block(own), received, root);
        List<String> found = new ArrayList<>();
        for (int at = 0; at < all.length; at += own.length) {
            found.add(new String(all, at, own.length, StandardCharsets.UTF_8).trim());
        }
        return found;
    }

    private static Data block(byte[] bytes) {
        return Data.of(bytes, 0, Connections.Network.ADDRESS_BYTES, TypeLayout.BYTE);
    }

    private static String own(CommCore c) {
        try {
            Connections.@Nullable Network network = c.engine().processes().network();
            return network == null ? TROUBLE + "there is no network" : network.listen();
        } catch (PortException e) {
            return TROUBLE + String.valueOf(e.getMessage());
        }
    }

    /**
     * The open letter of a communicator's group.
     *
     * @param listening what {@link #gather} has found
     * @param errorClass of the error that a process does not listen
     */
    public static String write(CommCore c, List<String> listening, int errorClass) {
        ProcessNames processes = c.engine().processes();
        for (int rank = 0; rank < listening.size(); rank++) {
            String address = listening.get(rank);
            if (address.isEmpty() || address.charAt(0) == TROUBLE) {
                throw new EngineException(
                        errorClass, "rank " + rank + " cannot be reached by other hosts: " + address.substring(1));
            }
        }
        return network(processes).letter(processes.text(c.worldRanks()), listening);
    }

    /** The network of a process that has one. */
    public static Connections.Network network(ProcessNames processes) {
        Connections.Network network = processes.network();
        if (network == null) {
            throw new PortException("this process reaches no other hosts; expected a process of mpirun, not a thread");
        }
        return network;
    }

    /** The numbers of the processes that a text names, which may be a sealed letter; their jobs are attached. */
    public static int[] read(ProcessNames processes, String text) {
        Connections.Network network = processes.network();
        return processes.numbers(network != null && network.isLetter(text) ? network.read(text) : text);
    }
}
