package org.bipj.launch.contract;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mpi.CartComm;
import mpi.Datatype;
import mpi.File;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Session;
import mpi.Win;

/**
 * A program for each kind of call, whose ranks may die: the arguments are its name and a folder. Each rank prints the class of the error that
 * it has met, 0 if none, and fails with one that does not tell of a death.
 */
public final class MortalCalls {
    private static final int TAG = 3;
    private static final int COUNT = 2;

    /** What a program of this name does. */
    private interface Program {
        void run(MortalCalls of);
    }

    private static final Map<String, Program> ALL = new TreeMap<>(Map.ofEntries(
            Map.entry("exchange", MortalCalls::exchange),
            Map.entry("synchronous", MortalCalls::synchronous),
            Map.entry("started", MortalCalls::started),
            Map.entry("any", MortalCalls::any),
            Map.entry("probes", MortalCalls::probes),
            Map.entry("persistent", MortalCalls::persistent),
            Map.entry("partitioned", MortalCalls::partitioned),
            Map.entry("barrier", of -> of.world.barrier()),
            Map.entry("bcast", of -> of.world.bcast(of.data, COUNT, MPI.INT, 1)),
            Map.entry("gather", of -> of.world.gather(of.data, COUNT, MPI.INT, of.all, COUNT, MPI.INT, 1)),
            Map.entry("gatherv", MortalCalls::gatherv),
            Map.entry("scatter", of -> of.world.scatter(of.all, COUNT, MPI.INT, of.data, COUNT, MPI.INT, 1)),
            Map.entry("scatterv", MortalCalls::scatterv),
            Map.entry("allGather", of -> of.world.allGather(of.data, COUNT, MPI.INT, of.all, COUNT, MPI.INT)),
            Map.entry(
                    "allGatherv",
                    of -> of.world.allGatherv(of.data, COUNT, MPI.INT, of.all, of.counts, of.places, MPI.INT)),
            Map.entry("allToAll", of -> of.world.allToAll(of.all, COUNT, MPI.INT, of.other, COUNT, MPI.INT)),
            Map.entry(
                    "allToAllv",
                    of -> of.world.allToAllv(
                            of.all, of.counts, of.places, MPI.INT, of.other, of.counts, of.places, MPI.INT)),
            Map.entry("allToAllw", MortalCalls::allToAllw),
            Map.entry("reduce", of -> of.world.reduce(of.data, of.result, COUNT, MPI.INT, MPI.SUM, 1)),
            Map.entry("allReduce", of -> of.world.allReduce(of.data, of.result, COUNT, MPI.INT, MPI.SUM)),
            Map.entry("reduceScatter", of -> of.world.reduceScatter(of.all, of.data, of.counts, MPI.INT, MPI.SUM)),
            Map.entry(
                    "reduceScatterBlock", of -> of.world.reduceScatterBlock(of.all, of.data, COUNT, MPI.INT, MPI.SUM)),
            Map.entry("scan", of -> of.world.scan(of.data, of.result, COUNT, MPI.INT, MPI.SUM)),
            Map.entry("exScan", of -> of.world.exScan(of.data, of.result, COUNT, MPI.INT, MPI.SUM)),
            Map.entry("iBarrier", of -> of.world.iBarrier().waitFor()),
            Map.entry(
                    "iBcast", of -> of.world.iBcast(of.data, COUNT, MPI.INT, 1).waitFor()),
            Map.entry(
                    "iGather",
                    of -> of.world
                            .iGather(of.data, COUNT, MPI.INT, of.all, COUNT, MPI.INT, 1)
                            .waitFor()),
            Map.entry(
                    "iScatter",
                    of -> of.world
                            .iScatter(of.all, COUNT, MPI.INT, of.data, COUNT, MPI.INT, 1)
                            .waitFor()),
            Map.entry(
                    "iAllGather",
                    of -> of.world
                            .iAllGather(of.data, COUNT, MPI.INT, of.all, COUNT, MPI.INT)
                            .waitFor()),
            Map.entry(
                    "iAllToAll",
                    of -> of.world
                            .iAllToAll(of.all, COUNT, MPI.INT, of.other, COUNT, MPI.INT)
                            .waitFor()),
            Map.entry(
                    "iReduce",
                    of -> of.world
                            .iReduce(of.data, of.result, COUNT, MPI.INT, MPI.SUM, 1)
                            .waitFor()),
            Map.entry(
                    "iAllReduce",
                    of -> of.world
                            .iAllReduce(of.data, of.result, COUNT, MPI.INT, MPI.SUM)
                            .waitFor()),
            Map.entry(
                    "iReduceScatter",
                    of -> of.world
                            .iReduceScatter(of.all, of.data, of.counts, MPI.INT, MPI.SUM)
                            .waitFor()),
            Map.entry(
                    "iScan",
                    of -> of.world
                            .iScan(of.data, of.result, COUNT, MPI.INT, MPI.SUM)
                            .waitFor()),
            Map.entry(
                    "iExScan",
                    of -> of.world
                            .iExScan(of.data, of.result, COUNT, MPI.INT, MPI.SUM)
                            .waitFor()),
            Map.entry("several", MortalCalls::several),
            Map.entry("collectiveRequest", MortalCalls::collectiveRequest),
            Map.entry("neighbours", MortalCalls::neighbours),
            Map.entry("neighbourRequests", MortalCalls::neighbourRequests),
            Map.entry("graphs", MortalCalls::graphs),
            Map.entry("distributedGraphs", MortalCalls::distributedGraphs),
            Map.entry("fences", MortalCalls::fences),
            Map.entry("posts", MortalCalls::posts),
            Map.entry("locks", MortalCalls::locks),
            Map.entry("lockAll", MortalCalls::lockAll),
            Map.entry("attached", MortalCalls::attached),
            Map.entry("files", MortalCalls::files),
            Map.entry("sharedPointers", MortalCalls::sharedPointers),
            Map.entry("dup", MortalCalls::dup),
            Map.entry("iDup", MortalCalls::iDup),
            Map.entry("split", MortalCalls::split),
            Map.entry("create", MortalCalls::create),
            Map.entry("createGroup", MortalCalls::createGroup),
            Map.entry("afterDeath", MortalCalls::afterDeath),
            Map.entry("subgrids", MortalCalls::subgrids),
            Map.entry("betweenGroups", MortalCalls::betweenGroups),
            Map.entry("merges", MortalCalls::merges),
            Map.entry("dupBetween", MortalCalls::dupBetween),
            Map.entry("splitBetween", MortalCalls::splitBetween),
            Map.entry("agrees", MortalCalls::agrees),
            Map.entry("shrinks", MortalCalls::shrinks),
            Map.entry("revokes", MortalCalls::revokes),
            Map.entry("sessions", MortalCalls::sessions),
            Map.entry("groupsOfSessions", MortalCalls::groupsOfSessions),
            Map.entry("finalizes", of -> {})));

    private final Intracomm world = MPI.COMM_WORLD;
    private final int size = world.getSize();
    private final int rank = world.getRank();
    private final Path folder;
    private final int[] data = new int[COUNT];
    private final int[] result = new int[COUNT];
    private final int[] all = new int[COUNT * size];
    private final int[] other = new int[COUNT * size];
    private final int[] counts = new int[size];
    private final int[] places = new int[size];

    private MortalCalls(Path folder) {
        this.folder = folder;
        Arrays.fill(counts, COUNT);
        Arrays.setAll(places, i -> COUNT * i);
    }

    static Set<String> names() {
        return ALL.keySet();
    }

    /** Runs a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        MortalCalls program = new MortalCalls(Path.of(args[1]));
        System.out.println(classOf(() -> ALL.get(args[0]).run(program)));
        MPI.Finalize();
    }

    private static int classOf(Runnable call) {
        try {
            call.run();
            return MPI.SUCCESS;
        } catch (MPIException e) {
            check(e);
            return e.getErrorClass();
        }
    }

    private static void check(MPIException e) {
        int met = e.getErrorClass();
        if (met == MPI.ERR_IN_STATUS) {
            for (Throwable one : e.getSuppressed()) {
                check((MPIException) one);
            }
        } else if (met != MPI.ERR_PROC_FAILED && met != MPI.ERR_PROC_FAILED_PENDING && met != MPI.ERR_REVOKED) {
            throw e;
        }
    }

    /** Does all of them, and fails as the first that does. */
    private static void each(Runnable... calls) {
        MPIException first = null;
        for (Runnable call : calls) {
            try {
                call.run();
            } catch (MPIException e) {
                check(e);
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private int next(int distance) {
        return (rank + distance + size) % size;
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    private void exchange() {
        world.sendRecv(data, COUNT, MPI.INT, next(1), TAG, result, COUNT, MPI.INT, next(-1), TAG);
    }

    private void synchronous() {
        if (rank == 0) {
            each(
                    () -> world.sSend(data, COUNT, MPI.INT, 1, TAG),
                    () -> world.sSend(new int[20_000], 20_000, MPI.INT, 2, TAG));
        } else {
            world.recv(new int[20_000], 20_000, MPI.INT, 0, TAG);
        }
    }

    private void started() {
        Request[] both = {
            world.iRecv(result, COUNT, MPI.INT, next(-1), TAG), world.isSend(data, COUNT, MPI.INT, next(1), TAG)
        };
        Request.waitAll(both);
    }

    private void any() {
        if (rank > 0) {
            world.send(data, COUNT, MPI.INT, 0, TAG);
            return;
        }
        Request first = world.iRecv(result, COUNT, MPI.INT, MPI.ANY_SOURCE, TAG);
        if (classOf(first::waitFor) == MPI.ERR_PROC_FAILED_PENDING) {
            world.ackFailed(world.getFailed().getSize());
            first.waitFor();
        }
    }

    private void probes() {
        if (rank > 0) {
            world.send(data, COUNT, MPI.INT, 0, TAG);
            return;
        }
        world.probe(1, TAG);
        world.recv(result, COUNT, MPI.INT, 1, TAG);
        Message message = new Message();
        message.mProbe(2, TAG, world);
        message.mRecv(result, COUNT, MPI.INT);
    }

    private void persistent() {
        Prequest[] both = {
            world.recvInit(result, COUNT, MPI.INT, next(-1), TAG), world.sendInit(data, COUNT, MPI.INT, next(1), TAG)
        };
        Runnable round = () -> each(both[0]::start, both[1]::start, () -> Request.waitAll(both));
        each(round, round, both[0]::free, both[1]::free);
    }

    private void partitioned() {
        Prequest[] both = {
            world.pRecvInit(result, COUNT, 1, MPI.INT, next(-1), TAG, MPI.INFO_NULL),
            world.pSendInit(data, COUNT, 1, MPI.INT, next(1), TAG, MPI.INFO_NULL)
        };
        each(
                both[0]::start,
                () -> {
                    both[1].start();
                    both[1].pReady(0);
                    both[1].pReady(1);
                },
                () -> Request.waitAll(both));
    }

    // ---- collective operations -------------------------------------------------------------------------------------

    private void gatherv() {
        world.gatherv(data, COUNT, MPI.INT, all, counts, places, MPI.INT, 1);
    }

    private void scatterv() {
        world.scatterv(all, counts, places, MPI.INT, data, COUNT, MPI.INT, 1);
    }

    private void allToAllw() {
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.INT);
        int[] bytes = Arrays.stream(places).map(place -> place * Integer.BYTES).toArray();
        world.allToAllw(all, counts, bytes, types, other, counts, bytes, types);
    }

    private void several() {
        Request[] two = {world.iBcast(data, COUNT, MPI.INT, 0), world.iAllReduce(result, COUNT, MPI.INT, MPI.MAX)};
        Request.waitAll(two);
        world.barrier();
    }

    private void collectiveRequest() {
        Prequest sum = world.allReduceInit(data, result, COUNT, MPI.INT, MPI.SUM);
        for (int i = 0; i < 2; i++) {
            sum.start();
            sum.waitFor();
        }
        sum.free();
    }

    private void neighbours() {
        CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
        each(
                () -> ring.neighborAllGather(data, COUNT, MPI.INT, all, COUNT, MPI.INT),
                () -> ring.neighborAllToAll(all, COUNT, MPI.INT, other, COUNT, MPI.INT),
                ring::free);
    }

    private void neighbourRequests() {
        CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
        ring.iNeighborAllGather(data, COUNT, MPI.INT, all, COUNT, MPI.INT).waitFor();
    }

    private void graphs() {
        int[] index = {1, 2};
        world.createGraph(index, new int[] {1, 0}, false);
    }

    private void distributedGraphs() {
        var ring = world.createDistGraphAdjacent(new int[] {next(-1)}, new int[] {next(1)}, MPI.INFO_NULL, false);
        ring.neighborAllGather(data, COUNT, MPI.INT, all, COUNT, MPI.INT);
    }

    // ---- windows and files -----------------------------------------------------------------------------------------

    private Win window() {
        Win win = new Win(all, all.length, 1, MPI.INFO_NULL, world);
        win.setErrhandler(MPI.ERRORS_RETURN);
        return win;
    }

    private void fences() {
        Win win = window();
        each(
                () -> {
                    win.fence(0);
                    each(
                            () -> win.put(data, 1, MPI.INT, next(1), rank, 1, MPI.INT),
                            () -> win.fence(MPI.MODE_NOSUCCEED));
                },
                win::free);
    }

    private void posts() {
        Win win = window();
        Group neighbour = world.getGroup().incl(new int[] {next(1)});
        Group before = world.getGroup().incl(new int[] {next(-1)});
        each(
                () -> win.post(before, 0),
                () -> {
                    win.start(neighbour, 0);
                    each(
                            () -> win.put(data, 1, MPI.INT, next(1), rank, 1, MPI.INT), //
                            win::complete);
                },
                win::waitFor,
                win::free);
    }

    private void locks() {
        Win win = window();
        each(
                () -> {
                    win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
                    each(() -> win.accumulate(data, 1, MPI.INT, 1, 0, 1, MPI.INT, MPI.SUM), () -> win.unlock(1));
                },
                win::free);
    }

    private void lockAll() {
        Win win = window();
        each(
                () -> {
                    win.lockAll(0);
                    each(
                            () -> win.fetchAndOp(data, result, MPI.INT, 0, 1, MPI.SUM),
                            () -> win.flush(0),
                            win::flushAll,
                            win::unlockAll);
                },
                win::free);
    }

    private void attached() {
        Win win = new Win(MPI.INFO_NULL, world);
        win.setErrhandler(MPI.ERRORS_RETURN);
        each(() -> win.fence(0), () -> win.fence(0), win::free);
    }

    private File file() {
        return new File(
                world,
                folder.resolve("file").toString(),
                MPI.MODE_CREATE | MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE,
                MPI.INFO_NULL);
    }

    private void files() {
        File file = file();
        each(
                () -> file.writeAtAll(Integer.BYTES * rank, data, 1, MPI.INT),
                () -> file.iReadAtAll(0, result, 1, MPI.INT).waitFor(),
                file::sync,
                file::close);
    }

    private void sharedPointers() {
        File file = file();
        each(() -> file.writeShared(data, 1, MPI.INT), () -> file.writeOrdered(data, 1, MPI.INT), file::close);
    }

    // ---- communicators ---------------------------------------------------------------------------------------------

    /** Rank 0 of a communicator sends to all others. */
    private static void spread(Intracomm comm) {
        if (comm.getRank() > 0) {
            comm.recv(null, 0, MPI.INT, 0, TAG);
            return;
        }
        Runnable[] sends = new Runnable[comm.getSize() - 1];
        Arrays.setAll(sends, i -> () -> comm.sSend(null, 0, MPI.INT, i + 1, TAG));
        each(sends);
    }

    private void dup() {
        Intracomm copy = world.dup();
        each(() -> spread(copy), copy::disconnect);
    }

    private void iDup() {
        Intracomm copy = world.iDup();
        copy.getRequest().waitFor();
        each(() -> spread(copy), () -> copy.agree(new int[1]), copy::free);
    }

    private void split() {
        Intracomm part = world.split(rank == 0 ? 0 : 1, 0);
        each(() -> spread(part), part::disconnect);
    }

    private void create() {
        Intracomm part = world.create(world.getGroup().incl(new int[] {0, 2}));
        if (!part.isNull()) {
            each(() -> spread(part), () -> part.shrink().barrier());
        }
    }

    private void createGroup() {
        if (rank != 1) {
            Intracomm part = world.createGroup(world.getGroup().incl(new int[] {2, 0}), TAG);
            each(() -> spread(part), part::disconnect);
        }
    }

    /** Those that live make communicators of themselves. */
    private void afterDeath() {
        if (rank == 1) {
            world.barrier();
            return;
        }
        classOf(world::barrier);
        Group two = world.getGroup().incl(new int[] {0, 2});
        Intracomm part = world.createGroup(two, TAG);
        Intracomm own = part.split(rank, 0);
        Intercomm both = part.createIntercomm(own, 0, 1 - part.getRank(), TAG);
        both.barrier();
    }

    private void subgrids() {
        CartComm grid = world.createCart(new int[] {1, size}, new boolean[2], false);
        each(() -> grid.sub(new boolean[] {true, false}).disconnect(), grid::disconnect);
    }

    private Intercomm between() {
        Intracomm half = world.split(rank == 0 ? 0 : 1, rank);
        return world.createIntercomm(half, 0, rank == 0 ? 1 : 0, TAG);
    }

    private void betweenGroups() {
        Intercomm both = between();
        each(() -> both.bcast(data, COUNT, MPI.INT, rank == 0 ? MPI.ROOT : 0), both::disconnect);
    }

    private void merges() {
        Intracomm one = between().merge(rank == 0);
        each(() -> spread(one), one::disconnect);
    }

    private void dupBetween() {
        Intercomm copy = between().dup();
        copy.disconnect();
    }

    private void splitBetween() {
        Intercomm part = between().split(0, rank);
        part.disconnect();
    }

    private void agrees() {
        Intracomm comm = world.dup();
        each(() -> comm.agree(new int[] {1}), () -> comm.iAgree(new int[] {1}).waitFor(), comm::free);
    }

    private void shrinks() {
        Intracomm rest = world.iShrink();
        rest.getRequest().waitFor();
        rest.setErrhandler(MPI.ERRORS_RETURN);
        each(() -> spread(rest), rest::disconnect);
    }

    private void revokes() {
        Intracomm copy = world.dup();
        if (rank == 0) {
            copy.revoke();
        }
        each(copy::barrier, () -> copy.split(0, 0), () -> copy.shrink().disconnect());
    }

    private void sessions() {
        Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
        Group everybody = Group.fromSessionPset(session, "mpi://WORLD");
        each(
                () -> {
                    Intracomm own = Intracomm.createFromGroup(everybody, "mortal", MPI.INFO_NULL, MPI.ERRORS_RETURN);
                    each(() -> spread(own), own::disconnect);
                },
                session::close);
    }

    private void groupsOfSessions() {
        Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN);
        Group everybody = Group.fromSessionPset(session, "mpi://WORLD");
        Group first = everybody.incl(new int[] {0});
        Group rest = everybody.excl(new int[] {0});
        each(
                () -> Intercomm.createFromGroups(
                                rank == 0 ? first : rest,
                                0,
                                rank == 0 ? rest : first,
                                0,
                                "mortal",
                                MPI.INFO_NULL,
                                MPI.ERRORS_RETURN)
                        .disconnect(),
                session::close);
    }
}
