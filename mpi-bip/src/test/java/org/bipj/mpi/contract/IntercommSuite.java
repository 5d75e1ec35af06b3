package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/** Intercommunicators: how they are made, messages, and what is made of them (MPI 4.1 section 7.6). */
public final class IntercommSuite extends Suite {
    private static final int TAG = 12;

    /** Adds the cases. */
    public IntercommSuite() {
        each("two groups: sizes, ranks, members", IntercommSuite::queries);
        each("messages to the other group, in all kinds of calls", IntercommSuite::messages);
        each("dup, iDup, clone and dupWithInfo", IntercommSuite::duplicates);
        each("merge, each group in front", IntercommSuite::merge);
        each("split", IntercommSuite::split);
        add("many, made and freed, one of them over another", 4, IntercommSuite::many);
        add("a group made of another order, a leader that is not rank 0, null communicators as peers", 6, rank -> {
            otherOrder(rank);
        });
        add("wrong arguments", 4, IntercommSuite::arguments);
        add("a leader's error is an error of its group", 4, IntercommSuite::leaderFails);
        add("a message of the program with the leaders' tag", 2, IntercommSuite::sameTag);
    }

    private void each(String name, IntercommPairs.Body body) {
        add(name, 8, rank -> IntercommPairs.each(rank.comm(), body));
    }

    private static void queries(Intracomm all, Intracomm mine, Intercomm inter) {
        Check.that(inter.isInter() && !mine.isInter(), "isInter");
        Check.equal(mine.getSize(), inter.getSize(), "size");
        Check.equal(mine.getRank(), inter.getRank(), "rank");
        Check.equal(all.getSize() - mine.getSize(), inter.getRemoteSize(), "remote size");
        Check.equal(MPI.IDENT, Group.compare(mine.getGroup(), inter.getGroup()), "group");
        Group other = inter.getRemoteGroup();
        Check.that(Group.compare(all.getGroup(), Group.union(mine.getGroup(), other)) != MPI.UNEQUAL, "both groups");
        Check.equal(MPI.UNDEFINED, other.getRank(), "rank in the remote group");
        Check.equal(MPI.UNDEFINED, inter.getTopology(), "topology");
        Check.equal(MPI.UNEQUAL, Comm.compare(mine, inter), "compare with an intracommunicator");
        Check.equal(MPI.IDENT, Comm.compare(inter, inter), "compare with itself");
    }

    private static void messages(Intracomm all, Intracomm mine, Intercomm inter) throws Exception {
        int n = inter.getRemoteSize();
        int me = inter.getRank();
        int[] found = {-1};
        Request[] sends = new Request[n];
        for (int i = 0; i < n; i++) {
            sends[i] = inter.iSend(new int[] {100 * me + i}, 1, MPI.INT, i, TAG);
        }
        boolean[] came = new boolean[n];
        for (int i = 0; i < n; i++) {
            Status probed = inter.probe(MPI.ANY_SOURCE, TAG);
            int source = i % 2 == 0 ? probed.getSource() : MPI.ANY_SOURCE;
            Status status = inter.recv(found, 1, MPI.INT, source, TAG);
            Check.equal(100 * status.getSource() + me, found[0], "data from rank " + status.getSource());
            came[status.getSource()] = true;
        }
        Request.waitAll(sends);
        for (int i = 0; i < n; i++) {
            Check.that(came[i], "a message of each");
        }
        // The first ranks of both groups, at the same time.
        int other = me == 0 ? 0 : MPI.PROC_NULL;
        Status status = inter.sendRecv(new int[] {me}, 1, MPI.INT, other, 1, found, 1, MPI.INT, other, 1);
        Check.equal(other, status.getSource(), "source of sendRecv");
        int[] both = {n};
        inter.sendRecvReplace(both, 1, MPI.INT, other, 2, other, 2);
        Check.equal(me == 0 ? inter.getSize() : n, both[0], "size of the other group, by the other group");
        Prequest receive = inter.recvInit(found, 1, MPI.INT, other, 3);
        Prequest send = inter.sendInit(new int[] {7}, 1, MPI.INT, other, 3);
        found[0] = 7;
        for (int i = 0; i < 2; i++) {
            receive.start();
            send.start();
            receive.waitFor();
            send.waitFor();
            Check.equal(7, found[0], "persistent");
        }
        receive.free();
        send.free();
        Check.error(MPI.ERR_RANK, () -> inter.send(found, 1, MPI.INT, n, 0), "dest is " + n, "0 to " + (n - 1));
    }

    private static void duplicates(Intracomm all, Intracomm mine, Intercomm inter) {
        int key = Comm.createKeyval();
        inter.setAttr(key, "kept");
        Intercomm begun = inter.iDup();
        begun.getRequest().waitFor();
        List<Intercomm> copies =
                new ArrayList<>(List.of(inter.dup(), inter.clone(), begun, inter.dupWithInfo(new Info())));
        copies.add(copies.get(0).dup());
        for (Intercomm copy : copies) {
            Check.equal(MPI.CONGRUENT, Comm.compare(inter, copy), "compare");
            Check.equal("kept", copy.getAttr(key), "attribute");
            Check.that(copy.getErrhandler() == MPI.ERRORS_RETURN, "error handler");
            // A message on one is none on the others.
            int to = inter.getRank() == 0 ? 0 : MPI.PROC_NULL;
            int[] first = {-1};
            int[] second = {-1};
            Request one = copy.iSend(new int[] {1}, 1, MPI.INT, to, 0);
            Request two = inter.iSend(new int[] {2}, 1, MPI.INT, to, 0);
            inter.recv(second, 1, MPI.INT, to, 0);
            copy.recv(first, 1, MPI.INT, to, 0);
            one.waitFor();
            two.waitFor();
            Check.that(to != 0 || first[0] == 1 && second[0] == 2, "messages apart");
        }
        copies.forEach(Comm::free);
        inter.deleteAttr(key);
        Comm.freeKeyval(key);
    }

    private static void merge(Intracomm all, Intracomm mine, Intercomm inter) throws Exception {
        int n = all.getSize();
        // The group of rank 0 of all, first and last.
        boolean hasZero = Arrays.stream(members(mine, all)).anyMatch(rank -> rank == 0);
        for (boolean zeroFirst : new boolean[] {true, false}) {
            Intracomm merged = inter.merge(hasZero != zeroFirst);
            Check.equal(n, merged.getSize(), "size");
            boolean first = hasZero == zeroFirst;
            Check.equal((first ? 0 : inter.getRemoteSize()) + mine.getRank(), merged.getRank(), "rank");
            int[] sum = {merged.getRank()};
            merged.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(n * (n - 1) / 2, sum[0], "sum");
            Check.that(merged.getErrhandler() == MPI.ERRORS_RETURN, "error handler");
            merged.free();
        }
        Intracomm same = inter.merge(true);
        Check.that(Comm.compare(all, same) != MPI.UNEQUAL, "members where both groups are high");
        same.free();
        if (mine.getSize() > 1 || inter.getRemoteSize() > 1) {
            boolean odd = mine.getRank() == 1;
            Check.error(MPI.ERR_ARG, () -> inter.merge(odd), "high differs");
        }
    }

    private static int[] members(Comm comm, Comm all) {
        int[] ranks = IntStream.range(0, comm.getSize()).toArray();
        return Group.translateRanks(comm.getGroup(), ranks, all.getGroup());
    }

    private static void split(Intracomm all, Intracomm mine, Intercomm inter) throws Exception {
        int me = inter.getRank();
        Intercomm turned = inter.split(3, -me);
        Check.equal(mine.getSize() - 1 - me, turned.getRank(), "rank in the opposite order");
        Check.equal(inter.getRemoteSize(), turned.getRemoteSize(), "remote size");
        turned.free();
        Intercomm half = inter.split(me % 2, 0);
        int colour = me % 2;
        int remote = (inter.getRemoteSize() + 1 - colour) / 2;
        Check.equal(remote == 0, half.isNull(), "null for a colour that the other group does not have");
        if (!half.isNull()) {
            Check.equal(me / 2, half.getRank(), "rank in the half");
            Check.equal(remote, half.getRemoteSize(), "ranks of the colour in the other group");
            int[] found = {-1};
            int partner = half.getRank() == 0 ? 0 : MPI.PROC_NULL;
            half.sendRecv(new int[] {me}, 1, MPI.INT, partner, 0, found, 1, MPI.INT, partner, 0);
            Check.equal(partner == 0 ? colour : -1, found[0], "first rank of the colour in the other group");
            half.free();
        }
        Check.that(inter.split(MPI.UNDEFINED, 0).isNull(), "without a colour");
        Check.error(MPI.ERR_ARG, () -> inter.split(-1, 0), "colour is -1");
    }

    private static void many(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm pair = comm.split(me % 2, 0);
        Intercomm first = comm.createIntercomm(pair, 0, 1 - me % 2, TAG);
        for (int i = 0; i < 40; i++) {
            // The peer communicator is an intercommunicator: leaders are ranks of the other group.
            Intercomm next = first.createIntercomm(pair, i % 2, i % 2, i);
            Intracomm merged = next.merge(me % 2 == 1);
            int[] sum = {me};
            merged.allReduce(sum, 1, MPI.INT, MPI.SUM);
            Check.equal(6, sum[0], "sum");
            merged.free();
            next.free();
        }
        first.disconnect();
        pair.free();
    }

    /** Groups {4, 0} and {5, 3, 1}; rank 2 is in none. Only the leaders have a peer communicator. */
    private static void otherOrder(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int colour = me == 2 ? MPI.UNDEFINED : me % 2;
        Intracomm group = comm.split(colour, -me);
        boolean leader = me == 0 || me == 3;
        Intracomm peers = comm.split(leader ? 0 : MPI.UNDEFINED, 0);
        if (me == 2) {
            return;
        }
        Intercomm inter = peers.createIntercomm(group, 1, leader ? (me == 0 ? 1 : 0) : -5, leader ? 1 : -1);
        Check.equal(me % 2 == 0 ? 3 : 2, inter.getRemoteSize(), "remote size");
        int[] remote = IntStream.range(0, inter.getRemoteSize()).toArray();
        Check.equal(
                me % 2 == 0 ? new int[] {5, 3, 1} : new int[] {4, 0},
                Group.translateRanks(inter.getRemoteGroup(), remote, comm.getGroup()),
                "remote group");
        inter.free();
        group.free();
        if (leader) {
            peers.free();
        }
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm pair = comm.split(me % 2, 0);
        Check.error(MPI.ERR_COMM, () -> comm.createIntercomm(null, 0, 1, 0), "localComm is null");
        Check.error(
                MPI.ERR_RANK,
                () -> comm.createIntercomm(pair, 2, 1, 0),
                "createIntercomm",
                "localLeader is 2; expected 0 to 1");
        Intercomm inter = comm.createIntercomm(pair, 0, 1 - me % 2, 0);
        Check.error(MPI.ERR_COMM, () -> comm.createIntercomm(inter, 0, 1, 0), "expected an intracommunicator");
        Check.error(MPI.ERR_COMM, () -> new Win(MPI.INFO_NULL, inter), "no intracommunicator");
        // Both groups are all processes.
        Check.error(MPI.ERR_COMM, () -> comm.createIntercomm(comm, 0, 0, 0), "in the other group too");
        inter.free();
        Check.error(MPI.ERR_COMM, inter::getRemoteSize);
        Check.error(MPI.ERR_COMM, () -> inter.merge(false));
        pair.free();
    }

    private static void leaderFails(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm pair = comm.split(me / 2, 0);
        boolean leader = me % 2 == 0;
        Check.error(
                leader ? MPI.ERR_RANK : MPI.ERR_OTHER,
                () -> comm.createIntercomm(pair, 0, 4, 0),
                leader ? "remoteLeader is 4; expected 0 to 3" : "the leader, has failed");
        Check.error(leader ? MPI.ERR_TAG : MPI.ERR_OTHER, () -> comm.createIntercomm(pair, 0, 1, -1));
        pair.free();
    }

    /** Whatever is in the messages: both leaders are told, and can go on. */
    private static void sameTag(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = rank.rank();
        int other = 1 - me;
        String taken = "of messages of the program from rank " + other + " of peerComm: ";
        for (int length : new int[] {0, 1, 3, 4, 100}) {
            for (int senders = 1; senders <= 2; senders++) {
                List<Request> sends = new ArrayList<>();
                for (int i = me; i < senders; i++) {
                    sends.add(comm.iSend(new int[length], length, MPI.INT, other, TAG));
                }
                boolean isTold = senders > other;
                Check.error(
                        isTold ? MPI.ERR_TAG : MPI.ERR_OTHER,
                        () -> comm.createIntercomm(rank.self(), 0, other, TAG),
                        isTold ? taken + (senders - other) : "the other leader, has failed");
                for (Request send : sends) {
                    send.waitFor();
                }
            }
        }
        Intercomm made = comm.createIntercomm(rank.self(), 0, other, TAG);
        Check.equal(1, made.getRemoteSize(), "made after all");
        made.free();
    }
}
