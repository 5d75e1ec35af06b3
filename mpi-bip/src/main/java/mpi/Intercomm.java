package mpi;

import java.net.Socket;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * An intercommunicator: two groups of processes without common members (MPI 4.1 section 7.6). Ranks of messages, and roots,
 * are ranks of the other group, the remote one. {@link Comm#createIntercomm} makes it.
 *
 * <p>Collective operations go from one group to the other (section 6.2.3). In those with a root, the root gives
 * {@code MPI.ROOT} as root, the other processes of its group {@code MPI.PROC_NULL}, and those of the other group its rank. Data
 * of all processes of a group reach, or are combined for, all of the other. The forms with one buffer of allGather, allToAll,
 * allReduce and reduceScatter, which are for data in place, do not exist here (ERR_BUFFER).
 */
public final class Intercomm extends Comm {
    private static final TypeLayout INTS = TypeLayout.bytes(Integer.BYTES);

    Intercomm(MpiRank runtime, @Nullable CommCore core) {
        super(runtime, core, "");
    }

    @Override
    public Intercomm clone() {
        return dup();
    }

    @Override
    public Intercomm dup() throws MPIException {
        return duplicate(core -> new Intercomm(runtime, core));
    }

    @Override
    public Intercomm iDup() throws MPIException {
        return startDup(new Intercomm(runtime, null));
    }

    @Override
    public Intercomm shrink() throws MPIException {
        return shrinkInto(new Intercomm(runtime, null));
    }

    @Override
    public Intercomm iShrink() throws MPIException {
        return startShrinkInto(new Intercomm(runtime, null));
    }

    @Override
    public Intercomm dupWithInfo(Info info) throws MPIException {
        Info hints = hints("dupWithInfo", info);
        Intercomm copy = dup();
        copy.setHints(hints);
        return copy;
    }

    @Override
    public Intercomm iDupWithInfo(Info info) throws MPIException {
        Info hints = hints("iDupWithInfo", info);
        Intercomm copy = iDup();
        copy.setHints(hints);
        return copy;
    }

    /**
     * An intercommunicator between two groups, whose processes alone call it, and need no communicator in common
     * (MPI_Intercomm_create_from_groups, MPI 4.1 section 7.6.2). It belongs to the session of the local group.
     *
     * @param localGroup this process's group; where it is empty the call is local
     * @param localLeader rank of its leader in it
     * @param remoteGroup the other group; matters at the leader only
     * @param remoteLeader rank of the other group's leader in that; matters at the leader only
     * @param stringtag tells calls for the same processes apart that threads make at the same time; the same at all of them
     * @param info hints of the new communicator
     * @param errhandler what errors of this call and of the new communicator do
     * @return a null communicator where one of the groups is empty
     * @throws MPIException of class ERR_GROUP if a group is null, the local one is without this process, both have a process in common, or they are
     *     of different sessions; of class ERR_RANK for a leader that is none; of class ERR_OTHER at the other members of both groups if
     *     one of the leaders has failed
     */
    public static Intercomm createFromGroups(
            Group localGroup,
            int localLeader,
            @Nullable Group remoteGroup,
            int remoteLeader,
            String stringtag,
            Info info,
            Errhandler errhandler)
            throws MPIException {
        GroupCall call = GroupCall.of("Intercomm.createFromGroups", localGroup, stringtag, info, errhandler);
        Intercomm made = new Intercomm(call.runtime(), null);
        return call.make(made, () -> call.createFromGroups(localLeader, remoteGroup, remoteLeader));
    }

    /**
     * The intercommunicator with the processes that have started this one (MPI_Comm_get_parent, section 11.8.4): its remote group is the
     * group that has called {@link Intracomm#spawn}, its local group is that of COMM_WORLD.
     *
     * @return always the same object; null in the sense of {@link Comm#isNull} if no process has, and after it was freed or disconnected
     */
    public static Intercomm getParent() throws MPIException {
        MpiRank runtime = MpiRank.ofCaller();
        String why = runtime.whyNot();
        if (why != null) {
            throw new MPIException(ErrorClass.OTHER, "Intercomm.getParent: " + why);
        }
        return runtime.parent();
    }

    /**
     * An intercommunicator of this process and the one at the other end of a connection, which calls the same (MPI_Comm_join, section
     * 11.10.3). Both exchange some bytes over the socket, over which nothing else may be under way; it stays open.
     *
     * @throws MPIException of class ERR_ARG for a socket that is not connected, or that breaks
     */
    public static Intercomm join(Socket socket) throws MPIException {
        ValueChecks.notNull(socket, ErrorClass.ARG, "Intercomm.join: the socket");
        MpiRank runtime = MpiRank.ofCaller();
        String why = runtime.whyNot();
        if (why != null) {
            throw new MPIException(ErrorClass.OTHER, "Intercomm.join: " + why);
        }
        return runtime.self().join(socket);
    }

    /** Number of processes in the remote group (MPI_Comm_remote_size). */
    public int getRemoteSize() throws MPIException {
        return readable().size();
    }

    /** The remote group (MPI_Comm_remote_group). */
    public Group getRemoteGroup() throws MPIException {
        CommCore c = readable();
        return new Group(c.worldRanks(), c.local().world(c.rank()), session());
    }

    /**
     * A communicator of the processes of both groups (MPI_Intercomm_merge).
     *
     * @param high true for the group whose processes come last, the same at all processes of a group; where both groups give
     *     the same, the group with the lower first rank in COMM_WORLD comes first
     */
    public Intracomm merge(boolean high) throws MPIException {
        return merge("merge", high);
    }

    Intracomm merge(String method, boolean high) {
        return call(method, c -> {
            CommCore whole = c.whole();
            int[] highs = gather(whole, high ? 1 : 0);
            int first = c.collectives().firstGroup();
            checkSame(highs, 0, first);
            checkSame(highs, first, whole.size());
            int[] members = whole.worldRanks();
            if (highs[0] > highs[first]) {
                int[] second = Arrays.copyOfRange(members, first, members.length);
                System.arraycopy(members, 0, members, second.length, first);
                System.arraycopy(second, 0, members, 0, second.length);
            }
            Intracomm merged = new Intracomm(runtime, runtime.contexts().create(whole, members), "");
            merged.inheritSettings(this);
            return merged;
        });
    }

    /** All processes see the values of all, and fail together. */
    private static void checkSame(int[] highs, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (highs[i] != highs[from]) {
                throw new EngineException(
                        ErrorClass.ARG,
                        "high differs between ranks 0 and " + (i - from) + " of a group; expected it to be the same");
            }
        }
    }

    private static int[] gather(CommCore whole, int... mine) {
        int[] all = new int[mine.length * whole.size()];
        Collectives.allGather(
                whole.collectives(), Data.of(mine, 0, mine.length, INTS), Data.of(all, 0, mine.length, INTS));
        return all;
    }

    /**
     * Splits both groups (MPI_Comm_split): the processes of one colour in either group form the groups of a new
     * intercommunicator, each in the order of keys, of ranks where keys are equal.
     *
     * @param colour not negative, or {@code MPI.UNDEFINED} for a process that gets a null communicator
     * @param key any number
     * @return a null communicator, too, for a colour that the other group does not have
     */
    public Intercomm split(int colour, int key) throws MPIException {
        return call("split", c -> {
            Intracomm.checkColour(colour);
            CommCore whole = c.whole();
            int[] all = gather(whole, colour, key);
            int first = c.collectives().firstGroup();
            int[] inFirst = Intracomm.members(whole, all, colour, 0, first);
            int[] inSecond = Intracomm.members(whole, all, colour, first, whole.size());
            boolean isFirst = whole.rank() < first;
            boolean isMember = colour != Predefined.UNDEFINED && inFirst.length > 0 && inSecond.length > 0;
            CommCore core = runtime.contexts()
                    .createBetween(c, isMember ? isFirst ? inFirst : inSecond : null, isFirst ? inSecond : inFirst);
            Intercomm part = new Intercomm(runtime, core);
            part.inheritSettings(this);
            return part;
        });
    }

    // ---- mpiJava 1.2, section 5.6 --------------------------------------------------------------------------------

    /** The same as {@link #getRemoteSize}. */
    public int Remote_size() throws MPIException {
        return getRemoteSize();
    }

    /** The same as {@link #getRemoteGroup}. */
    public Group Remote_Group() throws MPIException {
        return getRemoteGroup();
    }

    /** The same as {@link #getRemoteGroup}. */
    public Group Remote_group() throws MPIException {
        return getRemoteGroup();
    }

    /** The same as {@link #merge}. */
    public Intracomm Merge(boolean high) throws MPIException {
        return merge("Merge", high);
    }
}
