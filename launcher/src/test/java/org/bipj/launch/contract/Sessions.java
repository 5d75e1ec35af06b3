package org.bipj.launch.contract;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.Group;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Session;
import mpi.Win;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;

/** Sessions without Init, around it and after Finalize, of ranks that open and close them each at its own pace. */
public final class Sessions {
    private static final String WORLD = "mpi://WORLD";

    private static final long LONG_MS = 1_000_000;

    private static final Job job = Jobs.of(Sessions.class);

    private Sessions() {}

    /** Runs scenarios: of each its name and its arguments. */
    public static void main(String[] args) throws Exception {
        Iterator<String> words = List.of(args).iterator();
        while (words.hasNext()) {
            run(words.next(), words);
        }
        System.out.println("right");
    }

    private static void run(String scenario, Iterator<String> arguments) throws Exception {
        switch (scenario) {
            case "alone" -> alone();
            case "uneven" -> uneven();
            case "early" -> early();
            case "late" -> late(Long.parseLong(arguments.next()));
            case "ahead" -> ahead();
            case "paces" -> paces(Integer.parseInt(arguments.next()));
            case "levels" -> levels();
            case "around" -> around();
            case "libraries" -> libraries();
            case "many" -> Reopening.leavesNothing("sessions", Integer.parseInt(arguments.next()), Sessions::one);
            case "requests" -> EndedRequests.run(Integer.parseInt(arguments.next()));
            case "psets" -> psets();
            case "gone" -> gone();
            case "absent" -> absent();
            case "open" -> left();
            case "different" -> different();
            case "asleep" -> asleep();
            case "helped" -> helped(Long.parseLong(arguments.next()));
            case "turns" -> turns(Integer.parseInt(arguments.next()));
            case "leaks" -> leaks();
            case "active" -> active();
            case "unreceived" -> unreceived();
            case "large" -> large();
            default -> throw new IllegalArgumentException(scenario);
        }
    }

    private static Session open() {
        return Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    private static Intracomm comm(Session session, String set, String tag) {
        return Intracomm.createFromGroup(Group.fromSessionPset(session, set), tag, MPI.INFO_NULL, MPI.ERRORS_RETURN);
    }

    private static void exchange(Session session, String tag) {
        Intracomm comm = comm(session, WORLD, tag);
        exchange(comm);
        comm.free();
    }

    private static void exchange(Intracomm comm) {
        int[] sum = {comm.getRank()};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        check(comm.getSize() * (comm.getSize() - 1) / 2, sum[0]);
    }

    private static void one() {
        try (Session session = open()) {
            exchange(session, "one");
        }
    }

    // ---- without Init ------------------------------------------------------------------------------------------

    /** Nothing of MPI is there but what the session has. */
    private static void alone() {
        boolean wasInitialized = MPI.isInitialized();
        try (Session session = open()) {
            check(wasInitialized, MPI.isInitialized());
            refuses(() -> MPI.COMM_WORLD.getSize());
            refuses(() -> MPI.COMM_SELF.barrier());
            refuses(MPI::Finalize);
            check(false, MPI.getProcessorName().isEmpty());
            double begin = MPI.wtime();
            exchange(session, "alone");
            check(true, MPI.wtime() >= begin);
            check(3, MPI.newIntBuffer(3).capacity());
            Intracomm comm = comm(session, WORLD, "alone");
            Intracomm half = comm.split(comm.getRank() % 2, 0);
            exchange(half);
            comm.barrier();
        }
        check(wasInitialized, MPI.isInitialized());
    }

    private static void refuses(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            check(MPI.ERR_OTHER, e.getErrorClass());
            return;
        }
        throw new AssertionError("COMM_WORLD is usable");
    }

    /** Rank 0 has two sessions at the same time, where others have one after the other. */
    private static void uneven() {
        for (int round = 0; round < 20; round++) {
            Session first = open();
            if (job.rank() == 0) {
                try (Session second = open()) {
                    exchange(first, "first");
                    exchange(second, "second");
                }
                first.close();
            } else {
                exchange(first, "first");
                first.close();
                try (Session second = open()) {
                    exchange(second, "second");
                }
            }
        }
    }

    /** What rank 0 sends for the next communicator comes before rank 1 has closed its session, or while it has none. */
    private static void early() throws Exception {
        for (int round = 0; round < 3; round++) {
            one();
            if (job.rank() == 1) {
                Thread.sleep(50);
                open().close();
                Thread.sleep(50);
                try (Session session = open()) {
                    Intracomm self = comm(session, "mpi://SELF", "self");
                    self.iProbe(0, MPI.ANY_TAG);
                }
            }
        }
    }

    /** Rank 1 opens late, and again after a pause. */
    private static void late(long ms) throws Exception {
        for (int round = 0; round < 2; round++) {
            if (job.rank() == 1) {
                Thread.sleep(ms);
            }
            one();
        }
    }

    /** Rank 0 has called Init and sends while rank 1 is in a session, which looks for messages: they are for rank 1's own Init. */
    private static void ahead() throws Exception {
        if (job.rank() == 1) {
            try (Session session = open()) {
                Intracomm self = comm(session, "mpi://SELF", "self");
                for (int look = 0; look < 20; look++) {
                    Thread.sleep(5);
                    self.iProbe(0, MPI.ANY_TAG);
                }
            }
        }
        MPI.Init(new String[0]);
        int[] in = new int[1];
        if (job.rank() == 0) {
            Prequest send = MPI.COMM_WORLD.pSendInit(new int[] {7}, 1, 1, MPI.INT, 1, 3, MPI.INFO_NULL);
            send.start();
            send.pReady(0);
            send.waitFor();
            send.free();
            MPI.COMM_WORLD.send(new int[] {8}, 1, MPI.INT, 1, 4);
            in[0] = 9;
        } else if (job.rank() == 1) {
            Prequest receive = MPI.COMM_WORLD.pRecvInit(in, 1, 1, MPI.INT, 0, 3, MPI.INFO_NULL);
            receive.start();
            receive.waitFor();
            check(7, in[0]);
            receive.free();
            MPI.COMM_WORLD.recv(in, 1, MPI.INT, 0, 4);
            check(8, in[0]);
        }
        MPI.COMM_WORLD.bcast(in, 1, MPI.INT, 0);
        check(9, in[0]);
        MPI.Finalize();
    }

    /** Each rank has one to three sessions open, and closes the oldest one when it likes. */
    private static void paces(int rounds) throws Exception {
        Random pace = new Random(job.rank());
        Deque<Session> sessions = new ArrayDeque<>();
        for (int round = 0; round < rounds; round++) {
            if (sessions.isEmpty() || pace.nextInt(3) == 0) {
                sessions.add(open());
            }
            if (pace.nextInt(4) == 0) {
                Thread.sleep(pace.nextInt(3));
            }
            exchange(sessions.getLast(), "round " + round % 3);
            while (!sessions.isEmpty() && pace.nextInt(2) == 0 || sessions.size() > 3) {
                sessions.remove().close();
            }
        }
        sessions.forEach(Session::close);
    }

    private static void levels() {
        Info wish = new Info();
        wish.set("thread_level", "MPI_THREAD_FUNNELED");
        try (Session first = Session.init(wish, MPI.ERRORS_RETURN);
                Session second = open()) {
            check("MPI_THREAD_FUNNELED", first.getInfo().get("thread_level"));
            check("MPI_THREAD_FUNNELED", second.getInfo().get("thread_level"));
            exchange(first, "levels");
        }
        try (Session third = open()) {
            check("MPI_THREAD_SINGLE", third.getInfo().get("thread_level"));
            exchange(third, "levels");
        }
        wish.set("thread_level", "MPI_THREAD_MULTIPLE");
        try (Session fourth = Session.init(wish, MPI.ERRORS_RETURN)) {
            check("MPI_THREAD_MULTIPLE", fourth.getInfo().get("thread_level"));
            exchange(fourth, "levels");
        }
    }

    // ---- with Init ---------------------------------------------------------------------------------------------

    /** Sessions that begin before Init and end after it, within Init and Finalize, over Finalize, and after it. */
    private static void around() {
        Session before = open();
        exchange(before, "before");
        check(false, MPI.isInitialized());
        MPI.Init(new String[0]);
        exchange(MPI.COMM_WORLD);
        exchange(before, "before");
        before.close();
        exchange(MPI.COMM_WORLD);
        Session over = open();
        Intracomm comm = comm(over, WORLD, "over");
        // The message of a session need not be received before Finalize ends.
        byte[] memory = new byte[1 << 20];
        int me = comm.getRank();
        var send = comm.isSend(memory, memory.length, MPI.BYTE, (me + 1) % comm.getSize(), 1);
        Intracomm ofWorld = MPI.COMM_WORLD.dup();
        MPI.Finalize();
        check(true, MPI.isFinalized());
        check(true, ofWorld.isNull());
        refuses(() -> MPI.COMM_WORLD.barrier());
        comm.recv(new byte[1 << 20], memory.length, MPI.BYTE, MPI.ANY_SOURCE, 1);
        send.waitFor();
        exchange(comm);
        over.close();
        check(true, comm.isNull());
        one();
        one();
    }

    /** Two libraries and their program, which know nothing of each other. */
    private static void libraries() {
        First first = new First();
        MPI.Init(new String[0]);
        Second second = new Second();
        first.use();
        exchange(MPI.COMM_WORLD);
        second.use();
        first.use();
        first.session.close();
        second.use();
        MPI.Finalize();
        second.use();
        second.session.close();
    }

    private static final class First {
        private final Session session = open();
        private final Intracomm comm = comm(session, WORLD, "org.example");

        void use() {
            exchange(comm);
        }
    }

    /** With the same tag as the other library, later. */
    private static final class Second {
        private final Session session = open();
        private final Intracomm comm = comm(session, WORLD, "org.example");

        void use() {
            exchange(comm);
        }
    }

    // ---- process sets ------------------------------------------------------------------------------------------

    /** {@code -n 1 --pset ocean A : -n 2 --pset ice A}. */
    private static void psets() {
        boolean isOcean = job.rank() == 0;
        try (Session session = open()) {
            List<String> names = IntStream.range(3, session.getNumPsets(MPI.INFO_NULL))
                    .mapToObj(n -> session.getNthPset(MPI.INFO_NULL, n))
                    .toList();
            check(List.of(isOcean ? "ocean" : "ice"), names);
            check("1", session.getPsetInfo("ocean").get("mpi_size"));
            check("2", session.getPsetInfo("ice").get("mpi_size"));
            Intracomm own = comm(session, names.getFirst(), "own");
            exchange(own);
            Intercomm between = Intercomm.createFromGroups(
                    Group.fromSessionPset(session, isOcean ? "ocean" : "ice"),
                    0,
                    Group.fromSessionPset(session, isOcean ? "ice" : "ocean"),
                    0,
                    "between",
                    MPI.INFO_NULL,
                    MPI.ERRORS_RETURN);
            check(isOcean ? 2 : 1, between.getRemoteSize());
            Intracomm all = between.merge(isOcean);
            exchange(all);
            Info named = new Info();
            named.set("mpi_pset_name", "ice");
            Intracomm ice = all.splitType(Comm.TYPE_RESOURCE_GUIDED, 0, named);
            check(isOcean, ice.isNull());
            if (!isOcean) {
                check(2, ice.getSize());
                exchange(ice);
            }
        }
    }

    // ---- what goes wrong ---------------------------------------------------------------------------------------

    /** Rank 1 opens no other session. */
    private static void gone() {
        one();
        if (job.rank() == 0) {
            one();
        }
    }

    /** Rank 1 opens none. */
    private static void absent() {
        if (job.rank() == 0) {
            one();
        }
    }

    /** Rank 1 does not close its session. */
    private static void left() {
        Session session = open();
        exchange(session, "left");
        if (job.rank() == 0) {
            session.close();
        }
    }

    /** Ranks make different collective calls on a session's communicator. */
    private static void different() {
        try (Session session = open()) {
            Intracomm comm = comm(session, WORLD, "different");
            int[] one = {1};
            if (job.rank() == 0) {
                comm.bcast(one, 1, MPI.INT, 0);
            } else {
                comm.allReduce(one, 1, MPI.INT, MPI.SUM);
            }
        }
    }

    /** Rank 1 has closed its session and goes on for long; what rank 0 waits for cannot come any more. */
    private static void asleep() throws Exception {
        Session session = open();
        Intracomm comm = comm(session, WORLD, "asleep");
        if (job.rank() == 1) {
            session.close();
            Thread.sleep(LONG_MS);
        } else {
            comm.recv(new byte[1], 1, MPI.BYTE, 1, 5);
        }
    }

    /** Rank 0 waits in a communicator for rank 2, and this one for rank 1, which opens its next session late. */
    private static void helped(long ms) throws Exception {
        Session session = open();
        Intracomm comm = comm(session, WORLD, "helped");
        Group world = Group.fromSessionPset(session, WORLD);
        if (job.rank() == 1) {
            session.close();
            Thread.sleep(ms);
            session = open();
            world = Group.fromSessionPset(session, WORLD);
        }
        if (job.rank() == 0) {
            comm.recv(new byte[1], 1, MPI.BYTE, 2, 5);
        } else {
            exchange(Intracomm.createFromGroup(world.incl(new int[] {1, 2}), "late", MPI.INFO_NULL, MPI.ERRORS_RETURN));
        }
        if (job.rank() == 2) {
            comm.send(new byte[1], 1, MPI.BYTE, 0, 5);
        }
        session.close();
    }

    /** Each thread has its own sessions, and so each of them opens the rank's first one and closes its last one now and then. */
    private static void turns(int rounds) throws Exception {
        Info wish = new Info();
        wish.set("thread_level", "MPI_THREAD_MULTIPLE");
        Session.init(wish, MPI.ERRORS_RETURN).close();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            String tag = "thread " + i;
            threads[i] = new Thread(() -> {
                try {
                    for (int round = 0; round < rounds; round++) {
                        try (Session session = Session.init(wish, MPI.ERRORS_RETURN)) {
                            if (round % 2 == 0) {
                                exchange(session, tag);
                            }
                        }
                    }
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    /** What is left when the last session is closed; a buffer without limits is nothing. */
    private static void leaks() {
        try (Session session = open()) {
            Intracomm comm = comm(session, WORLD, "leaks");
            comm.attachBuffer(MPI.BUFFER_AUTOMATIC);
            MPI.attachBuffer(MPI.BUFFER_AUTOMATIC);
            Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm);
            check(false, win.isNull());
            Prequest request = comm.sendInit(new int[1], 1, MPI.INT, 0, 1);
            check(false, request.isNull());
            Datatype pair = Datatype.createContiguous(2, MPI.INT);
            pair.commit();
            comm.bcast(new int[2], 1, pair, 0);
            comm.barrier();
        }
    }

    private static void active() {
        try (Session session = open()) {
            Intracomm comm = comm(session, WORLD, "active");
            Request request = comm.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 1);
            check(false, request.isNull());
        }
    }

    private static void unreceived() {
        try (Session session = open()) {
            Intracomm comm = comm(session, WORLD, "unreceived");
            if (comm.getRank() == 0) {
                comm.send(new int[3], 3, MPI.INT, 1, 7);
            }
            comm.barrier();
        }
    }

    /** Counts that are the same as far as an int shows. The call fails at rank 0, for want of memory of that length. */
    private static void large() {
        try (Session session = open()) {
            Intracomm comm = comm(session, WORLD, "large");
            Count[] counts = {new Count((1L << 32) + comm.getRank()), new Count(1)};
            if (comm.getRank() == 0) {
                try {
                    comm.reduceScatter(new byte[1], new byte[1], counts, MPI.BYTE, MPI.SUM);
                    throw new AssertionError("a byte is enough");
                } catch (MPIException e) {
                    comm.send(null, 0, MPI.BYTE, 1, 1);
                }
            } else {
                comm.recv(null, 0, MPI.BYTE, 0, 1);
                comm.reduceScatter(new byte[1], new byte[1], counts, MPI.BYTE, MPI.SUM);
            }
        }
    }

    private static void check(Object expected, Object got) {
        if (!expected.equals(got)) {
            throw new AssertionError("rank " + job.rank() + ": expected " + expected + ", got " + got);
        }
    }
}
