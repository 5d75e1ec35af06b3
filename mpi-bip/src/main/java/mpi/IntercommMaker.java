package mpi;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.WorldRanks;
import org.bipj.mpi.match.PostedRecv;

/**
 * How two groups make an intercommunicator (MPI 4.1 section 7.6.2): the leaders exchange the groups over the peer
 * communicator, and each broadcasts the other group to its own. A leader that fails makes its group fail.
 */
final class IntercommMaker {
    private static final TypeLayout INTS = TypeLayout.bytes(Integer.BYTES);
    private static final int FAILED = -1;

    private final MpiRank runtime;
    private final CommCore local;
    private final int leader;
    /** World ranks of the other group; null until they are known. */
    private int[] remote;

    private int ticket;

    IntercommMaker(MpiRank runtime, CommCore local, int leader) {
        if (local.isInter()) {
            throw new EngineException(
                    ErrorClass.COMM, "localComm is an intercommunicator; expected an intracommunicator");
        }
        if (leader < 0 || leader >= local.size()) {
            throw new EngineException(
                    ErrorClass.RANK, "localLeader is " + leader + "; expected 0 to " + (local.size() - 1));
        }
        this.runtime = runtime;
        this.local = local;
        this.leader = leader;
    }

    CommCore make(Comm peer, int remoteLeader, int tag) {
        RuntimeException failure = null;
        if (local.rank() == leader) {
            try {
                meet(peer.core(), remoteLeader, tag);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        tellGroup(failure != null);
        if (failure != null) {
            throw failure;
        }
        int[] group = local.worldRanks();
        for (int rank = 0; rank < group.length; rank++) {
            if (WorldRanks.indexOf(remote, group[rank]) >= 0) {
                throw new EngineException(
                        ErrorClass.COMM,
                        "rank " + rank + " of localComm is in the other group too; expected groups without common"
                                + " processes");
            }
        }
        return runtime.contexts().createBetween(runtime.worldCore(), local, group, remote, ticket);
    }

    /** The leaders' part. */
    private void meet(CommCore peer, int remoteLeader, int tag) {
        if (remoteLeader < 0 || remoteLeader >= peer.size()) {
            throw new EngineException(
                    ErrorClass.RANK, "remoteLeader is " + remoteLeader + "; expected 0 to " + (peer.size() - 1));
        }
        if (tag < 0) {
            throw new EngineException(ErrorClass.TAG, "tag is " + tag + "; expected 0 or more");
        }
        int[] mine = {local.size(), runtime.drawTicket()};
        int[] theirs = new int[2];
        exchange(peer, mine, theirs, remoteLeader, tag);
        int[] group = local.worldRanks();
        remote = new int[theirs[0]];
        exchange(peer, group, remote, remoteLeader, tag);
        ticket = group[0] < remote[0] ? mine[1] : theirs[1];
    }

    private static Data ints(int[] array) {
        return Data.of(array, 0, array.length, INTS);
    }

    private static void exchange(CommCore peer, int[] mine, int[] theirs, int rank, int tag) {
        PostedRecv op = peer.sendReceive(ints(mine), rank, tag, ints(theirs), rank, tag);
        EngineException failure = Checks.failure(peer, op);
        peer.recycle(op);
        if (failure != null) {
            throw failure;
        }
    }

    private void tellGroup(boolean failed) {
        int[] header = {failed ? FAILED : remote == null ? 0 : remote.length, ticket};
        Collectives.bcast(local.collectives(), ints(header), leader);
        if (header[0] == FAILED) {
            if (failed) {
                return;
            }
            throw new EngineException(
                    ErrorClass.OTHER, "rank " + leader + " of localComm, the leader, has failed in this call");
        }
        ticket = header[1];
        if (remote == null) {
            remote = new int[header[0]];
        }
        Collectives.bcast(local.collectives(), ints(remote), leader);
    }
}
