package mpi;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bipj.core.channel.SendOp;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.WorldRanks;
import org.bipj.mpi.context.Letters;
import org.bipj.mpi.engine.ProcessNames;
import org.bipj.mpi.fault.Memberships;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * How two groups make an intercommunicator (MPI 4.1 section 7.6.2): the leaders exchange the groups over the peer
 * communicator, and each broadcasts the other group to its own. A leader that fails makes its group fail, and, if it is in touch
 * with the other leader, the other group.
 */
final class IntercommMaker {
    private static final TypeLayout INTS = TypeLayout.bytes(Integer.BYTES);
    private static final int FAILED = -1;
    /** The first number that leaders exchange; a message of the program hardly begins with it. */
    private static final int MARK = 0x42495049;
    /** The same of a leader whose group follows as names: processes of several jobs have different numbers in each. */
    private static final int NAMES = 0x4249504e;
    /** The same of a leader whose group, or the other one, is reached over a network only: letters follow. */
    private static final int LETTERS = 0x4249504c;
    /** Instead of the other group: the own one introduces itself first. */
    private static final int INTRODUCE = Integer.MIN_VALUE;

    private final MpiRank runtime;
    private final CommCore local;
    private final int leader;
    /** Of the other group's jobs, until the intercommunicator is made. */
    private final ProcessNames.Pin pin;

    private int ticket;
    /** What the leader passes on of the other group, where that is a letter; else null. */
    private @Nullable String letter;

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
        pin = local.engine().processes().pin();
    }

    CommCore make(Comm peer, int remoteLeader, int tag) {
        try (pin) {
            return makePinned(peer, remoteLeader, tag);
        }
    }

    private CommCore makePinned(Comm peer, int remoteLeader, int tag) {
        RuntimeException failure = null;
        int[] met = {};
        boolean isLeader = local.rank() == leader;
        if (isLeader) {
            try {
                met = meet(peer.core(), remoteLeader, tag);
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        int[] remote = tellGroup(failure, met);
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
        return runtime.contexts().createBetween(local, isLeader ? peer.core() : local, remote, ticket);
    }

    /** The leaders' part. Returns the world ranks of the other group. */
    private int[] meet(CommCore peer, int remoteLeader, int tag) {
        local.engine().awaits(peer.context(), tag, " to lead the other group");
        try {
            return exchange(peer, remoteLeader, tag);
        } finally {
            local.engine().awaits(peer.context(), tag, null);
        }
    }

    private int[] exchange(CommCore peer, int remoteLeader, int tag) {
        if (remoteLeader < 0 || remoteLeader >= peer.size()) {
            throw new EngineException(
                    ErrorClass.RANK, "remoteLeader is " + remoteLeader + "; expected 0 to " + (peer.size() - 1));
        }
        if (tag < 0) {
            throw new EngineException(ErrorClass.TAG, "tag is " + tag + "; expected 0 or more");
        }
        ProcessNames processes = peer.engine().processes();
        // Where this leader fails, the other one gets no group, and fails too.
        boolean isNamed = !processes.areOfWorld(local.worldRanks()) || !processes.areOfWorld(peer.world(remoteLeader));
        boolean isFar = isNamed
                && (Letters.areNeeded(processes, local.worldRanks())
                        || Letters.areNeeded(processes, peer.world(remoteLeader)));
        byte[] names = isNamed ? processes.text(local.worldRanks()).getBytes(StandardCharsets.UTF_8) : new byte[0];
        int[] mine = {
            isFar ? LETTERS : isNamed ? NAMES : MARK, isNamed ? names.length : local.size(), runtime.drawTicket()
        };
        int[] theirs = new int[mine.length];
        SendOp sent = peer.startSend(ints(mine), remoteLeader, tag, false);
        PostedRecv op = peer.receive(ints(theirs), remoteLeader, tag);
        int others = 0;
        while (!isHeader(peer, op, theirs)) {
            others++;
            op = peer.receive(ints(theirs), remoteLeader, tag);
        }
        peer.await(sent);
        peer.recycle(sent);
        if (isFar || theirs[0] == LETTERS) {
            int[] remote = meetFar(peer, remoteLeader, tag, others);
            ticket = processes.isBefore(local.worldRanks()[0], remote[0]) ? mine[2] : theirs[2];
            return remote;
        }
        int[] group = others == 0 ? local.worldRanks() : new int[0];
        boolean areNames = theirs[0] == NAMES;
        int[] remote = new int[areNames ? 0 : theirs[1]];
        byte[] text = new byte[areNames ? theirs[1] : 0];
        op = peer.sendReceive(
                others > 0 || !isNamed ? ints(group) : bytes(names),
                remoteLeader,
                tag,
                areNames ? bytes(text) : ints(remote),
                remoteLeader,
                tag);
        checkGroups(peer, op, areNames ? text.length : remote.length * Integer.BYTES, others, remoteLeader, tag);
        if (areNames) {
            remote = pin.numbers(new String(text, StandardCharsets.UTF_8));
        }
        ticket = processes.isBefore(group[0], remote[0]) ? mine[2] : theirs[2];
        return remote;
    }

    /** The leaders exchange letters: of each first its length; no more than 0, a class of errors, where its leader has failed. */
    private int[] meetFar(CommCore peer, int remoteLeader, int tag, int others) {
        ProcessNames processes = peer.engine().processes();
        Connections.Network network = Letters.network(processes);
        byte[] own = {};
        RuntimeException failure = null;
        try {
            Collectives.bcast(local.collectives(), ints(new int[] {INTRODUCE, 0}), leader);
            List<String> listening = Letters.gather(local, leader);
            own = others > 0
                    ? own
                    : network.seal(Letters.write(local, listening, ErrorClass.OTHER))
                            .getBytes(StandardCharsets.UTF_8);
        } catch (EngineException | PortException e) {
            failure = e;
        }
        int[] length = new int[1];
        int said = failure == null ? own.length : -Memberships.classOf(failure);
        PostedRecv op = peer.sendReceive(ints(new int[] {said}), remoteLeader, tag, ints(length), remoteLeader, tag);
        checkGroups(peer, op, Integer.BYTES, others, remoteLeader, tag);
        byte[] text = new byte[Math.max(length[0], 0)];
        if (own.length > 0 && text.length > 0) {
            op = peer.sendReceive(bytes(own), remoteLeader, tag, bytes(text), remoteLeader, tag);
            checkGroups(peer, op, text.length, others, remoteLeader, tag);
        } else if (failure != null) {
            throw failure;
        } else {
            throw hasFailed(length[0] < 0 ? -length[0] : ErrorClass.OTHER, remoteLeader);
        }
        String passed = network.pass(new String(text, StandardCharsets.UTF_8));
        letter = passed;
        return pin.attached(() -> Letters.read(processes, passed));
    }

    /** True if what was received is the other leader's, and no message of the program that has the same tag. */
    private static boolean isHeader(CommCore peer, PostedRecv op, int[] theirs) {
        EngineException failure = MessageChecks.failure(peer, op);
        boolean isWhole = failure == null && op.bytes() == (long) theirs.length * Integer.BYTES;
        peer.recycle(op);
        if (failure != null && failure.errorClass() != ErrorClass.TRUNCATE && failure.errorClass() != ErrorClass.TYPE) {
            throw failure;
        }
        return isWhole && (theirs[0] == MARK || theirs[0] == NAMES || theirs[0] == LETTERS);
    }

    /** {@code size} is that of the other group in bytes, {@code others} how many messages of the program were received. */
    private void checkGroups(CommCore peer, PostedRecv op, int size, int others, int remoteLeader, int tag) {
        EngineException failure = MessageChecks.failure(peer, op);
        boolean isWhole = op.bytes() == size;
        peer.recycle(op);
        if (others > 0) {
            throw new EngineException(
                    ErrorClass.TAG,
                    "tag is " + tag + ", and so is that of messages of the program from rank " + remoteLeader
                            + " of peerComm: " + others + " were taken; expected a tag that no other message has");
        }
        if (failure != null) {
            throw failure;
        }
        if (!isWhole) {
            throw hasFailed(ErrorClass.OTHER, remoteLeader);
        }
    }

    private static EngineException hasFailed(int errorClass, int remoteLeader) {
        return new EngineException(
                errorClass, "rank " + remoteLeader + " of peerComm, the other leader, has failed in this call");
    }

    private static Data bytes(byte[] array) {
        return Data.of(array, 0, array.length, TypeLayout.BYTE);
    }

    private static Data ints(int[] array) {
        return Data.of(array, 0, array.length, INTS);
    }

    /**
     * The leader tells its group which the other one is. Where it cannot, because a process of its group has failed, the processes of the
     * other one do not wait for it.
     *
     * @param failure of the leader, which its group gets to know; null if it has met the other one
     */
    private int[] tellGroup(@Nullable RuntimeException failure, int[] met) {
        int context = local.context() + 1;
        local.engine().awaits(context, 0, " to pass on which the other group is");
        try {
            return passOn(failure, met);
        } catch (RuntimeException e) {
            if (failure == null && met.length > 0) {
                runtime.contexts().leaveBetween(local, met, ticket, e);
            }
            throw e;
        } finally {
            local.engine().awaits(context, 0, null);
        }
    }

    /** Returns the other group; nothing of use where the leader has failed. */
    private int[] passOn(@Nullable RuntimeException failure, int[] met) {
        boolean failed = failure != null;
        ProcessNames processes = local.engine().processes();
        boolean isNamed = local.rank() == leader
                && !failed
                && letter == null
                && !(processes.areOfWorld(met) && processes.areOfWorld(local.worldRanks()));
        String text = failed || letter == null ? (isNamed ? processes.text(met) : "") : letter;
        byte[] names = text.getBytes(StandardCharsets.UTF_8);
        // A number below the mark of a failure says how many bytes of names follow.
        int[] header = {failed ? FAILED : names.length > 0 ? FAILED - names.length : met.length, ticket};
        if (failed) {
            header[1] = Memberships.classOf(failure);
        }
        Collectives.bcast(local.collectives(), ints(header), leader);
        if (header[0] == INTRODUCE) {
            List<String> ignored = Letters.gather(local, leader);
            return passOn(failure, met);
        }
        if (header[0] == FAILED) {
            if (failed) {
                return met;
            }
            throw new EngineException(
                    header[1], "rank " + leader + " of localComm, the leader, has failed in this call");
        }
        ticket = header[1];
        if (header[0] < FAILED) {
            byte[] told = local.rank() == leader ? names : new byte[FAILED - header[0]];
            Collectives.bcast(local.collectives(), bytes(told), leader);
            return pin.attached(() -> Letters.read(processes, new String(told, StandardCharsets.UTF_8)));
        }
        int[] remote = local.rank() == leader ? met : new int[header[0]];
        Collectives.bcast(local.collectives(), ints(remote), leader);
        return remote;
    }
}
