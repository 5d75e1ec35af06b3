package mpi;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.WorldRanks;
import org.bipj.mpi.context.ContextIds;
import org.bipj.mpi.fault.Memberships;
import org.jspecify.annotations.Nullable;

/**
 * How processes make a communicator of groups, without a parent: {@link Intracomm#createFromGroup} and {@link
 * Intercomm#createFromGroups}.
 *
 * @param method name of the calling method, for messages
 * @param session what the communicator will belong to; null: to what begins with Init
 */
record GroupCall(
        String method,
        MpiRank runtime,
        @Nullable Session session,
        Group group,
        String tag,
        Info info,
        Errhandler errhandler) {
    /** Instead of the place of a leader: the other group is empty. */
    private static final int NOBODY = -1;
    /** The leader has failed; the class of the error follows. */
    private static final int FAILED = -2;

    static GroupCall of(String method, Group group, String tag, Info info, Errhandler errhandler) {
        ValueChecks.notNull(group, ErrorClass.GROUP, method + ": the group");
        ValueChecks.notNull(info, Predefined.ERR_INFO, method + ": the info object");
        ValueChecks.notNull(errhandler, ErrorClass.ARG, method + ": the handler");
        Session session = group.session();
        MpiRank runtime = session != null ? session.runtime() : MpiRank.ofCaller();
        String why = session == null ? runtime.whyNot() : session.isNull() ? "the group's session was closed" : null;
        if (why != null) {
            throw new MPIException(session == null ? ErrorClass.OTHER : ErrorClass.SESSION, method + ": " + why);
        }
        return new GroupCall(method, runtime, session, group, tag, info, errhandler);
    }

    /** Makes the communicator, whose error handler counts already while it is null; without a core it stays so. */
    <C extends Comm> C make(C made, Supplier<@Nullable CommCore> core) {
        made.belongsTo(session);
        made.handleErrorsBy(errhandler, method);
        try {
            return runtime.calls().forms().other(made, method.substring(method.indexOf('.') + 1), () -> {
                CommCore self = runtime.selfCore();
                if (!self.admitsThread()) {
                    throw self.engine().refusal();
                }
                if (tag == null) {
                    throw new EngineException(ErrorClass.ARG, "the tag is null; expected a text");
                }
                Info hints = info == Predefined.INFO_NULL ? new Info() : info.dup();
                CommCore given = core.get();
                if (given != null) {
                    made.setCore(given);
                    made.setHints(hints);
                }
                return made;
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            throw made.raise(method, e);
        }
    }

    /** Null for the empty group, of which nobody else hears. */
    @Nullable
    CommCore createFromGroup() {
        int[] members = members();
        return members.length == 0 ? null : runtime.contexts().createFromGroup(members, tag);
    }

    private int[] members() {
        int[] world = group.worldRanks("of " + method);
        if (world.length > 0 && WorldRanks.indexOf(world, runtime.job().rank()) < 0) {
            throw new EngineException(
                    ErrorClass.GROUP,
                    "the calling process is not in the group; expected a group that it is in, or an empty one");
        }
        return world;
    }

    /** Null where one of the groups is empty: that the remote one is, the leader tells the others. */
    @Nullable
    CommCore createFromGroups(int localLeader, @Nullable Group remoteGroup, int remoteLeader) {
        int[] local = members();
        if (local.length == 0) {
            return null;
        }
        ContextIds contexts = runtime.contexts();
        checked(local, () -> checkLeader("localLeader", localLeader, local.length));
        CommCore self = runtime.selfCore();
        int[] told = {};
        RuntimeException failure = null;
        if (local[localLeader] == runtime.job().rank()) {
            try {
                told = other(local, remoteGroup, remoteLeader);
            } catch (RuntimeException e) {
                failure = e;
                told = new int[] {FAILED, Memberships.classOf(e)};
            }
        }
        told = contexts.tellGroup(self, local, localLeader, tag, told);
        if (failure != null) {
            throw failure;
        }
        if (told[0] == FAILED) {
            throw hasFailed(told[1], localLeader, "localGroup");
        }
        if (told[0] == NOBODY) {
            return null;
        }
        if (told.length == 1) {
            throw hasFailed(ErrorClass.OTHER, told[0], "remoteGroup");
        }
        return contexts.createFromGroups(local, Arrays.copyOfRange(told, 1, told.length), tag);
    }

    private static EngineException hasFailed(int errorClass, int leader, String group) {
        return new EngineException(
                errorClass, "rank " + leader + " of " + group + ", the leader, has failed in this call");
    }

    /** A check at the leader, whose failure the other group's leader has to learn of. */
    private void checked(int[] local, Runnable check) {
        try {
            check.run();
        } catch (RuntimeException e) {
            runtime.contexts().refuseLeader(local, tag);
            throw e;
        }
    }

    /**
     * The place of the other group's leader, and its members' world ranks; without these if the leader has failed. NOBODY where the other
     * group is empty.
     */
    private int[] other(int[] local, @Nullable Group remoteGroup, int leader) {
        checked(local, () -> check(local, remoteGroup, leader));
        assert remoteGroup != null : "it has been checked";
        int[] remote = remoteGroup.worldRanks("of " + method);
        if (remote.length == 0) {
            return new int[] {NOBODY};
        }
        boolean takesPart = runtime.contexts().meetLeader(local, remote, leader, tag);
        return IntStream.concat(IntStream.of(leader), IntStream.of(takesPart ? remote : new int[0]))
                .toArray();
    }

    private void check(int[] local, @Nullable Group group, int leader) {
        int[] remote =
                ValueChecks.notNull(group, ErrorClass.GROUP, "remoteGroup").worldRanks("of " + method);
        if (remote.length == 0) {
            // It has no leader, and belongs to whatever the other one belongs to.
            return;
        }
        if (group.session() != session) {
            throw new EngineException(
                    ErrorClass.GROUP,
                    "remoteGroup belongs to "
                            + (group.session() == null
                                    ? "no session, and localGroup to one"
                                    : session == null
                                            ? "a session, and localGroup to none"
                                            : "another session than localGroup")
                            + "; expected groups of the same session (MPI 4.1 section 11.3)");
        }
        checkLeader("remoteLeader", leader, remote.length);
        for (int rank = 0; rank < local.length; rank++) {
            if (WorldRanks.indexOf(remote, local[rank]) >= 0) {
                throw new EngineException(
                        ErrorClass.GROUP,
                        "rank " + rank
                                + " of localGroup is in remoteGroup too; expected groups without common processes");
            }
        }
    }

    private static void checkLeader(String what, int leader, int size) {
        if (leader < 0 || leader >= size) {
            throw new EngineException(ErrorClass.RANK, what + " is " + leader + "; expected 0 to " + (size - 1));
        }
    }
}
