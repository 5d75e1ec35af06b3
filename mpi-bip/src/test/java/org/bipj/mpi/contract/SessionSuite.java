package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Errhandler;
import mpi.File;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Session;
import mpi.Win;

/** Sessions beside Init (MPI 4.1 sections 11.2 to 11.3), and communicators of their groups. */
public final class SessionSuite extends Suite {
    private static final int LONG = 1 << 20;

    /** Adds the cases. */
    public SessionSuite() {
        add("process sets, and what is known of them", 3, SessionSuite::psets);
        add("the thread level that is there", 1, SessionSuite::level);
        add("a communicator of a group works as others do", 4, SessionSuite::communicator);
        add("two sessions, opened and closed in any order, end what is theirs", 3, SessionSuite::two);
        add("what is made of a session's communicator ends with it", 2, SessionSuite::derived);
        add("sessions and communicators in turn", 3, SessionSuite::inTurn);
        add("groups of some ranks, in other orders than the ranks'", 4, SessionSuite::subgroups);
        add("an intercommunicator of two groups, whose leaders alone know both", 5, SessionSuite::between);
        add("an empty group makes no communicator, and nobody waits", 3, SessionSuite::empty);
        add("a leader's mistake is an error of both groups, and the next call is right", 5, SessionSuite::mistakes);
        add("a close waits for the session's own sends only", 2, SessionSuite::sends);
        add("an error's words and class", 2, SessionSuite::errors);
        add("error handlers", 1, SessionSuite::handlers);
        add("an error handler of a communicator counts while that is made", 1, SessionSuite::handlerOfNew);
    }

    static Session open() {
        return Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    /** The ranks of a case, as a group of a session. */
    static Group group(Session session, Rank rank) {
        Group all = Group.fromSessionPset(session, "mpi://WORLD");
        int[] ranks = IntStream.range(0, rank.comm().getSize()).toArray();
        return all.incl(Group.translateRanks(rank.comm().getGroup(), ranks, all));
    }

    static Intracomm comm(Group group, String tag) {
        return Intracomm.createFromGroup(group, tag, MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    static int sum(Intracomm comm, int mine) {
        int[] sum = {mine};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    private static void psets(Rank rank) {
        try (Session session = open()) {
            int number = session.getNumPsets(MPI.INFO_NULL);
            List<String> names = IntStream.range(0, number)
                    .mapToObj(n -> session.getNthPset(MPI.INFO_NULL, n))
                    .toList();
            Check.equal(List.of("mpi://WORLD", "mpi://SELF", "mpix://SHARED_MEM"), names.subList(0, 3), "names");
            Group world = Group.fromSessionPset(session, "mpi://WORLD");
            Check.equal(
                    MPI.IDENT,
                    Group.compare(group(session, rank), rank.comm().getGroup()),
                    "the ranks of this communicator");
            for (String name : names) {
                Group group = Group.fromSessionPset(session, name);
                Check.that(group.getRank() != MPI.UNDEFINED, "this process is in " + name);
                Check.equal(
                        Integer.toString(group.getSize()),
                        session.getPsetInfo(name).get("mpi_size"),
                        "size of " + name);
                Check.equal(group.getSize(), Group.intersection(group, world).getSize(), name + " is of this job");
                group.free();
            }
            Check.equal(1, Group.fromSessionPset(session, "mpi://SELF").getSize(), "this process");
            anyCase(session);
            Intracomm near = rank.comm().splitType(Intracomm.TYPE_SHARED, 0, MPI.INFO_NULL);
            Group sharers = Group.intersection(
                    Group.fromSessionPset(session, "mpix://SHARED_MEM"),
                    rank.comm().getGroup());
            Check.that(near.getSize() >= sharers.getSize(), "no more than those of the node");
            near.free();
        }
    }

    /** The case of reserved names does not matter; those of {@link Session#getNthPset} are the standard's. */
    private static void anyCase(Session session) {
        for (String name : List.of("mpi://WORLD", "mpi://SELF", "mpix://SHARED_MEM")) {
            Group group = Group.fromSessionPset(session, name);
            for (String other : List.of(name.toLowerCase(Locale.ROOT), name.toUpperCase(Locale.ROOT))) {
                Check.equal(MPI.IDENT, Group.compare(group, Group.fromSessionPset(session, other)), other);
                Check.equal(
                        Integer.toString(group.getSize()),
                        session.getPsetInfo(other).get("mpi_size"),
                        "size of " + other);
            }
        }
    }

    private static void level(Rank rank) {
        Info wish = new Info();
        wish.set("thread_level", "MPI_THREAD_MULTIPLE");
        try (Session first = Session.init(wish, MPI.ERRORS_RETURN);
                Session second = open()) {
            Check.equal("MPI_THREAD_SINGLE", first.getInfo().get("thread_level"), "the level of Init");
            Check.equal("MPI_THREAD_SINGLE", second.getInfo().get("thread_level"), "the level of Init");
        }
        wish.set("thread_level", "multiple");
        Check.error(
                MPI.ERR_INFO_VALUE,
                "thread_level is multiple; expected one of MPI_THREAD_SINGLE",
                () -> Session.init(wish, MPI.ERRORS_RETURN));
        wish.free();
    }

    private static void communicator(Rank rank) {
        try (Session session = open()) {
            Info hints = new Info();
            hints.set("mine", "yes");
            Intracomm comm = Intracomm.createFromGroup(group(session, rank), "works", hints, MPI.ERRORS_RETURN);
            hints.free();
            Check.equal("yes", comm.getInfo().get("mine"), "a hint");
            Check.equal(MPI.ERRORS_RETURN, comm.getErrhandler(), "the handler");
            Check.equal(MPI.CONGRUENT, Intracomm.compare(comm, rank.comm()), "compare");
            int me = comm.getRank();
            int size = comm.getSize();
            int[] got = new int[1];
            comm.sendRecv(new int[] {me}, 1, MPI.INT, (me + 1) % size, 3, got, 1, MPI.INT, (me + size - 1) % size, 3);
            Check.equal((me + size - 1) % size, got[0], "from the left");
            byte[] bytes = me == 0 ? Pattern.bytes(LONG, 5) : new byte[LONG];
            comm.bcast(bytes, LONG, MPI.BYTE, 0);
            Check.sameBytes(Pattern.bytes(LONG, 5), bytes, () -> "a long broadcast");
            Check.equal(size, sum(comm, 1), "sum");
            Check.equal(size, sum(rank.comm(), 1), "sum beside it");
            comm.free();
        }
    }

    private static void two(Rank rank) {
        Session first = open();
        Session second = open();
        Intracomm one = comm(group(first, rank), "one");
        Intracomm other = comm(group(second, rank), "other");
        rank.comm().iSend(new int[1], 1, MPI.INT, rank.rank(), 4).free();
        Check.that(one.iProbe(rank.rank(), 4) == null && other.iProbe(rank.rank(), 4) == null, "contexts");
        rank.comm().recv(new int[1], 1, MPI.INT, rank.rank(), 4);
        first.close();
        Check.that(first.isNull() && one.isNull() && !second.isNull() && !other.isNull(), "the first has ended");
        Check.error(MPI.ERR_SESSION, "its session was closed", one::barrier);
        Check.equal(rank.comm().getSize(), sum(other, 1), "the second goes on");
        try (Session third = open()) {
            Intracomm again = comm(group(third, rank), "one");
            Check.equal(rank.comm().getSize(), sum(again, 1), "a third one");
        }
        other.free();
        second.close();
        second.close();
        Check.equal(rank.comm().getSize(), sum(rank.comm(), 1), "and the world");
    }

    private static void derived(Rank rank) throws Exception {
        Session session = open();
        Intracomm comm = comm(group(session, rank), "derived");
        Intracomm copy = comm.dup();
        Intracomm started = comm.iDup();
        started.getRequest().waitFor();
        Intracomm part = comm.split(0, -comm.getRank());
        Intracomm grid = comm.createCart(new int[] {2}, new boolean[] {true}, false);
        Intracomm ofGroup = comm(copy.getGroup(), "of a communicator's group");
        Intracomm self = comm.createGroup(Group.fromSessionPset(session, "mpi://SELF"), 3);
        List<Intracomm> all = List.of(comm, copy, started, part, grid, ofGroup, self);
        for (Intracomm each : all) {
            Check.equal(each.getSize(), sum(each, 1), "sum");
        }
        int[] memory = new int[1];
        Win win = new Win(memory, 1, 1, MPI.INFO_NULL, comm);
        win.fence(0);
        win.put(new int[] {7}, 1, MPI.INT, 1 - comm.getRank(), 0, 1, MPI.INT);
        win.fence(0);
        Check.equal(7, memory[0], "put");
        win.free();
        Win left = new Win(memory, 1, 1, MPI.INFO_NULL, comm);
        SharedFile.use(rank, path -> {
            int mode = MPI.MODE_RDWR | MPI.MODE_CREATE | MPI.MODE_DELETE_ON_CLOSE;
            try (File file = new File(comm, path.toString(), mode)) {
                file.writeAtAll(comm.getRank(), new byte[] {1}, 1, MPI.BYTE);
                file.sync();
                comm.barrier();
                Check.equal(2, file.getSize(), "size");
            }
        });
        session.close();
        all.forEach(each -> Check.that(each.isNull(), "ended"));
        all.forEach(Intracomm::close);
        left.close();
        Check.equal(2, sum(rank.comm(), 1), "the world goes on");
    }

    private static void inTurn(Rank rank) {
        for (int i = 0; i < 100; i++) {
            try (Session session = open()) {
                Intracomm comm = comm(group(session, rank), "turn");
                Check.equal(3 * i, sum(comm, i), "sum");
                if (i % 2 == 0) {
                    comm.free();
                }
            }
        }
    }

    /** Each pair of ranks, and all backwards; ranks are in different calls at the same time. */
    private static void subgroups(Rank rank) {
        try (Session session = open()) {
            Group all = group(session, rank);
            int me = all.getRank();
            int size = all.getSize();
            List<Intracomm> made = new ArrayList<>();
            for (int distance = 1; distance < size; distance++) {
                // Each pair once, the smaller rank last; ordered so that no ranks wait in a circle.
                for (int low = 0; low < size - distance; low++) {
                    if (me == low || me == low + distance) {
                        Intracomm pair = comm(all.incl(new int[] {low + distance, low}), "pair");
                        Check.equal(me == low ? 1 : 0, pair.getRank(), "order");
                        Check.equal(2 * low + distance, sum(pair, me), "sum");
                        made.add(pair);
                    }
                }
            }
            Intracomm reversed = comm(all.rangeIncl(new int[][] {{size - 1, 0, -1}}), "all");
            Check.equal(size - 1 - me, reversed.getRank(), "backwards");
            Collections.shuffle(made, new Random(me));
            made.forEach(Intracomm::free);
            reversed.free();
        }
    }

    private static void between(Rank rank) throws Exception {
        try (Session session = open()) {
            Group all = group(session, rank);
            int me = all.getRank();
            boolean isLow = me < 2;
            Group low = all.incl(new int[] {1, 0});
            Group high = all.incl(new int[] {2, 4, 3});
            int leader = isLow ? 1 : 2;
            boolean isLeader = me == 0 || me == 3;
            Group remote = isLeader ? isLow ? high : low : null;
            Intercomm inter = Intercomm.createFromGroups(
                    isLow ? low : high,
                    leader,
                    remote,
                    isLeader ? isLow ? 2 : 1 : -5,
                    "between",
                    MPI.INFO_NULL,
                    MPI.ERRORS_RETURN);
            Check.equal(isLow ? 2 : 3, inter.getSize(), "this group");
            Check.equal(isLow ? 3 : 2, inter.getRemoteSize(), "the other one");
            Check.equal((isLow ? low : high).getRank(), inter.getRank(), "rank");
            int[] sum = new int[1];
            inter.allReduce(new int[] {me}, sum, 1, MPI.INT, MPI.SUM);
            Check.equal(isLow ? 2 + 3 + 4 : 1, sum[0], "sum of the others");
            Intracomm merged = inter.merge(!isLow);
            Check.equal(5, merged.getSize(), "merged");
            Check.equal(10, sum(merged, me), "sum of all");
            merged.free();
            inter.free();
            Check.error(
                    MPI.ERR_RANK,
                    () -> Intercomm.createFromGroups(
                            isLow ? low : high, 7, null, 0, "wrong", MPI.INFO_NULL, MPI.ERRORS_RETURN),
                    "localLeader is 7",
                    "expected 0 to");
            // The leader's mistake is an error at all of its group.
            if (isLow) {
                Group wrong = isLeader ? all : null;
                Check.error(
                        isLeader ? MPI.ERR_GROUP : MPI.ERR_OTHER,
                        () -> Intercomm.createFromGroups(low, 1, wrong, 0, "common", MPI.INFO_NULL, MPI.ERRORS_RETURN),
                        isLeader ? "is in remoteGroup too" : "the leader, has failed");
            }
        }
    }

    /** The calls are local (MPI 4.1 sections 7.4.2 and 7.6.2): one rank makes them while the others wait for it. */
    private static void empty(Rank rank) {
        try (Session session = open()) {
            Group all = group(session, rank);
            for (int one = 0; one < all.getSize(); one++) {
                if (one == all.getRank()) {
                    for (Group none : List.of(MPI.GROUP_EMPTY, Group.difference(all, all), all.incl(new int[0]))) {
                        noCommunicator(rank, all, none);
                    }
                }
                rank.comm().barrier();
            }
            Check.that(rank.comm().create(MPI.GROUP_EMPTY).isNull(), "create");
            // The leader says to its group that there is no other one.
            boolean leads = all.getRank() == 1;
            Check.that(groups(all, 1, leads ? MPI.GROUP_EMPTY : null).isNull(), "an empty remote group");
            Intracomm next = comm(all, "tag");
            Check.equal(3, sum(next, 1), "the next call");
            next.free();
        }
    }

    private static void noCommunicator(Rank rank, Group all, Group none) {
        Intracomm made = comm(none, "tag");
        Check.that(made.isNull(), "createFromGroup");
        Check.error(MPI.ERR_COMM, "null", made::getSize);
        made.close();
        Check.that(groups(none, 0, all).isNull(), "createFromGroups of an empty local group");
        Check.that(groups(none, 0, none).isNull(), "createFromGroups of empty groups");
        Group self = all.incl(new int[] {all.getRank()});
        Check.that(groups(self, 0, none).isNull(), "createFromGroups of an empty remote group");
        Check.that(rank.comm().createGroup(none, 0).isNull(), "createGroup");
        Check.error(MPI.ERR_ARG, "the tag is null", () -> comm(none, null));
    }

    private static Intercomm groups(Group local, int localLeader, Group remote) {
        return Intercomm.createFromGroups(local, localLeader, remote, 0, "empty", MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    private enum Mistake {
        REMOTE_LEADER(MPI.ERR_RANK, "remoteLeader is 3"),
        NO_GROUP(MPI.ERR_GROUP, "remoteGroup"),
        OTHER_SESSION(MPI.ERR_GROUP, "remoteGroup belongs to another session"),
        NO_SESSION(MPI.ERR_GROUP, "remoteGroup belongs to no session"),
        LOCAL_LEADER(MPI.ERR_RANK, "localLeader is 5"),
        OF_BOTH(MPI.ERR_GROUP, "remoteGroup");

        private final int error;
        private final String words;

        Mistake(int error, String words) {
            this.error = error;
            this.words = words;
        }
    }

    private static void mistakes(Rank rank) throws Exception {
        try (Session session = open();
                Session other = open()) {
            for (Mistake mistake : Mistake.values()) {
                mistake(rank, session, other, mistake, true);
                mistake(rank, session, other, mistake, false);
            }
        }
    }

    /** The leader of the ranks 0 and 1 makes it, before the others call or while they do. */
    private static void mistake(Rank rank, Session session, Session other, Mistake mistake, boolean isEarly)
            throws Exception {
        Intracomm comm = rank.comm();
        Group all = group(session, rank);
        boolean isLow = comm.getRank() < 2;
        Group low = all.incl(new int[] {0, 1});
        Group high = all.incl(new int[] {2, 3, 4});
        boolean leads = comm.getRank() == 1 || comm.getRank() == 3;
        Group remote = isLow ? high : low;
        Group wrong = switch (mistake) {
            case REMOTE_LEADER, LOCAL_LEADER -> remote;
            case NO_GROUP, OF_BOTH -> null;
            case OTHER_SESSION -> group(other, rank).incl(new int[] {2, 3, 4});
            case NO_SESSION -> comm.getGroup().incl(new int[] {2, 3, 4});
        };
        Mistakes call = (leader, group, remoteLeader) -> Intercomm.createFromGroups(
                isLow ? low : high, leader, group, remoteLeader, "mistakes", MPI.INFO_NULL, MPI.ERRORS_RETURN);
        if (isLow != isEarly) {
            pass(comm, isLow, false);
        } else if (!isEarly) {
            pass(comm, isLow, true);
        }
        if (isLow || mistake == Mistake.OF_BOTH) {
            boolean isMine = leads || mistake == Mistake.LOCAL_LEADER;
            Check.error(
                    isMine ? mistake.error : MPI.ERR_OTHER,
                    () -> call.make(
                            mistake == Mistake.LOCAL_LEADER ? 5 : 1, wrong, mistake == Mistake.REMOTE_LEADER ? 3 : 1),
                    isMine ? mistake.words : "rank 1 of localGroup, the leader, has failed");
        } else {
            Check.error(
                    MPI.ERR_OTHER,
                    () -> call.make(1, leads ? remote : null, 1),
                    "rank 1 of remoteGroup, the leader, has failed");
        }
        if (isLow && isEarly) {
            pass(comm, true, true);
        }
        comm.barrier();
        Intercomm inter = call.make(1, leads ? remote : null, 1);
        Check.equal(isLow ? 3 : 2, inter.getRemoteSize(), "the next call");
        inter.free();
    }

    private interface Mistakes {
        Intercomm make(int localLeader, Group remote, int remoteLeader);
    }

    /** The other group may go on, or this one waits until it may. */
    private static void pass(Intracomm comm, boolean isLow, boolean isFirst) {
        for (int peer = isLow ? 2 : 0; peer < (isLow ? comm.getSize() : 2); peer++) {
            if (isFirst) {
                comm.send(null, 0, MPI.BYTE, peer, 8);
            } else {
                comm.recv(null, 0, MPI.BYTE, peer, 8);
            }
        }
    }

    /** The other session's send needs a receive that comes later. */
    private static void sends(Rank rank) {
        int me = rank.rank();
        Session mine = open();
        Session other = open();
        Intracomm own = comm(group(mine, rank), "own");
        Intracomm others = comm(group(other, rank), "others");
        byte[] out = Pattern.bytes(LONG, 1);
        byte[] in = new byte[LONG];
        Request late = me == 0 ? others.isSend(out, LONG, MPI.BYTE, 1, 1) : null;
        if (me == 0) {
            own.iSend(out, LONG, MPI.BYTE, 1, 2).free();
            mine.close();
            rank.comm().send(new int[1], 1, MPI.INT, 1, 3);
        } else {
            own.recv(in, LONG, MPI.BYTE, 0, 2);
            Check.sameBytes(out, in, () -> "the own message");
            mine.close();
            rank.comm().recv(new int[1], 1, MPI.INT, 0, 3);
            others.recv(in, LONG, MPI.BYTE, 0, 1);
        }
        if (late != null) {
            late.waitFor();
        }
        other.close();
    }

    private static void errors(Rank rank) {
        Check.error(MPI.ERR_INFO, "the info object is null", () -> Session.init(null, MPI.ERRORS_RETURN));
        Check.error(MPI.ERR_ARG, "the handler is null", () -> Session.init(MPI.INFO_NULL, null));
        Session session = open();
        Check.error(MPI.ERR_ARG, "there is no process set nobody", () -> Group.fromSessionPset(session, "nobody"));
        Check.error(MPI.ERR_ARG, "there is no process set null", () -> session.getPsetInfo(null));
        Check.error(MPI.ERR_SESSION, "the session is null", () -> Group.fromSessionPset(null, "mpi://SELF"));
        Check.error(MPI.ERR_ARG, "n is 99; expected 0 to", () -> session.getNthPset(MPI.INFO_NULL, 99));
        Check.error(MPI.ERR_INFO, "the info object is null", () -> session.getNumPsets(null));
        Group all = group(session, rank);
        Group other = all.excl(new int[] {all.getRank()});
        Check.error(MPI.ERR_GROUP, "the calling process is not in the group", () -> comm(other, "tag"));
        Check.error(MPI.ERR_GROUP, "the group is null", () -> comm(null, "tag"));
        Check.error(MPI.ERR_ARG, "the tag is null", () -> comm(all, null));
        Check.error(
                MPI.ERR_INFO,
                "the info object is null",
                () -> Intracomm.createFromGroup(all, "tag", null, MPI.ERRORS_RETURN));
        Check.error(
                MPI.ERR_ARG, "the handler is null", () -> Intracomm.createFromGroup(all, "tag", MPI.INFO_NULL, null));
        Group freed = group(session, rank);
        freed.free();
        Check.error(MPI.ERR_GROUP, "the group was freed", () -> comm(freed, "tag"));
        session.close();
        Check.error(MPI.ERR_SESSION, "the session was closed", () -> Group.fromSessionPset(session, "mpi://SELF"));
        Check.error(MPI.ERR_SESSION, "the session was closed", session::getInfo);
        Check.error(MPI.ERR_SESSION, "session was closed", () -> comm(all, "tag"));
    }

    private static void handlers(Rank rank) {
        List<String> seen = new ArrayList<>();
        Errhandler handler = Session.createErrhandler((on, code) -> seen.add(on.isNull() + " " + code));
        try (Session session = Session.init(MPI.INFO_NULL, handler)) {
            Check.equal(handler, session.getErrhandler(), "the handler");
            Check.error(MPI.ERR_ARG, "n is -1", () -> session.getNthPset(MPI.INFO_NULL, -1));
            session.callErrhandler(MPI.ERR_OTHER);
            Check.equal(List.of("false " + MPI.ERR_ARG, "false " + MPI.ERR_OTHER), seen, "calls");
            session.setErrhandler(MPI.ERRORS_RETURN);
            Check.error(MPI.ERR_ARG, "n is -1", () -> session.getNthPset(MPI.INFO_NULL, -1));
            Check.equal(2, seen.size(), "calls");
            Errhandler ofComms = Intracomm.createErrhandler((on, code) -> {});
            Check.error(MPI.ERR_ERRHANDLER, "a function for a Comm", () -> session.setErrhandler(ofComms));
            Check.error(MPI.ERR_ERRHANDLER, "a function for a Comm", () -> Session.init(MPI.INFO_NULL, ofComms));
            Check.error(
                    MPI.ERR_ERRHANDLER,
                    "a function for a Session",
                    () -> Intracomm.createFromGroup(group(session, rank), "tag", MPI.INFO_NULL, handler));
        }
    }

    private static void handlerOfNew(Rank rank) {
        List<Integer> seen = new ArrayList<>();
        Errhandler handler = Intracomm.createErrhandler((on, code) -> seen.add(code));
        try (Session session = open()) {
            Check.error(
                    MPI.ERR_ARG,
                    "the tag is null",
                    () -> Intracomm.createFromGroup(group(session, rank), null, MPI.INFO_NULL, handler));
            Check.equal(List.of(MPI.ERR_ARG), seen, "calls");
        }
    }
}
