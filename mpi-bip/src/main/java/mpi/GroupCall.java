package mpi;

import java.util.function.Supplier;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.WorldRanks;
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
    static GroupCall of(String method, Group group, String tag, Info info, Errhandler errhandler) {
        ValueChecks.notNull(group, ErrorClass.GROUP, method + ": the group");
        ValueChecks.notNull(info, Predefined.ERR_INFO, method + ": the info object");
        ValueChecks.notNull(errhandler, ErrorClass.ARG, method + ": the handler");
        Session session = group.session();
        MpiRank runtime = session != null ? session.runtime() : CallingRanks.ofCaller();
        String why = session == null ? runtime.whyNot() : session.isNull() ? "the group's session was closed" : null;
        if (why != null) {
            throw new MPIException(session == null ? ErrorClass.OTHER : ErrorClass.SESSION, method + ": " + why);
        }
        return new GroupCall(method, runtime, session, group, tag, info, errhandler);
    }

    /** Makes the communicator, whose error handler counts already while it is null. */
    <C extends Comm> C make(C made, Supplier<CommCore> core) {
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
                made.setCore(core.get());
                made.setHints(hints);
                return made;
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            throw made.raise(method, e);
        }
    }

    CommCore createFromGroup() {
        return runtime.contexts().createFromGroup(runtime.selfCore(), members(), tag);
    }

    private int[] members() {
        int[] world = group.worldRanks("of " + method);
        if (WorldRanks.indexOf(world, runtime.job().rank()) < 0) {
            throw new EngineException(
                    ErrorClass.GROUP,
                    (world.length == 0 ? "the group is empty" : "the calling process is not in the group")
                            + "; expected a group that it is in");
        }
        return world;
    }

    CommCore createFromGroups(int localLeader, @Nullable Group remoteGroup, int remoteLeader) {
        int[] local = members();
        checkLeader("localLeader", localLeader, local.length);
        CommCore self = runtime.selfCore();
        int[] remote = null;
        RuntimeException failure = null;
        if (local[localLeader] == runtime.job().rank()) {
            try {
                remote = remote(local, remoteGroup, remoteLeader);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        remote = runtime.contexts().tellGroup(self, local, localLeader, tag, remote);
        if (failure != null) {
            throw failure;
        }
        if (remote == null) {
            throw new EngineException(
                    ErrorClass.OTHER, "rank " + localLeader + " of localGroup, the leader, has failed in this call");
        }
        return runtime.contexts().createFromGroups(self, local, remote, tag);
    }

    private int[] remote(int[] local, @Nullable Group group, int leader) {
        int[] remote =
                ValueChecks.notNull(group, ErrorClass.GROUP, "remoteGroup").worldRanks("of " + method);
        if (remote.length == 0) {
            throw new EngineException(ErrorClass.GROUP, "remoteGroup is empty; expected a group with its leader");
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
        return remote;
    }

    private static void checkLeader(String what, int leader, int size) {
        if (leader < 0 || leader >= size) {
            throw new EngineException(ErrorClass.RANK, what + " is " + leader + "; expected 0 to " + (size - 1));
        }
    }
}
