package org.bipj.mpi.contract;

import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import mpi.CartComm;
import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.File;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.TypeContents;
import mpi.TypeEnvelope;
import mpi.Win;

/**
 * Counts and displacements as {@link Count}: of the size of ints they do what ints do; larger ones with little memory, as data that
 * lie far apart in memory of a sparse file. Messages of more than 2^31 bytes are in a suite of their own.
 */
public final class LargeCountSuite extends Suite {
    private static final long FAR = (1L << 32) + 8;

    /** Adds the cases. */
    public LargeCountSuite() {
        add("point to point", 2, LargeCountSuite::pointToPoint);
        add("exchanges, persistent requests, matched probes", 2, LargeCountSuite::exchanges);
        add("collective operations that move data", 3, LargeCountSuite::movement);
        add("their forms with counts by rank", 3, LargeCountSuite::byRank);
        add("reductions", 3, LargeCountSuite::reductions);
        add("non-blocking and persistent collective operations", 3, LargeCountSuite::forms);
        add("among neighbours and between groups", 4, LargeCountSuite::others);
        add("windows and files", 2, LargeCountSuite::windowsAndFiles);
        add("data that lie far apart", 2, LargeCountSuite::farApart);
        add("blocks of collective operations that lie far apart", 2, LargeCountSuite::farBlocks);
        add("datatypes with large numbers", 1, LargeCountSuite::datatypes);
        add("packing", 1, LargeCountSuite::packing);
        add("counts that are wrong", 1, LargeCountSuite::errors);
    }

    private static Count n(long value) {
        return new Count(value);
    }

    private static Count[] all(long... values) {
        return Arrays.stream(values).mapToObj(Count::new).toArray(Count[]::new);
    }

    private static int[] ints(int count, int first) {
        int[] ints = new int[count];
        Arrays.setAll(ints, i -> first + i);
        return ints;
    }

    private static void pointToPoint(Rank rank) {
        Intracomm comm = rank.comm();
        int[] data = ints(5, 7);
        Count five = n(5);
        if (comm.getRank() == 0) {
            rank.attachBuffer(new byte[4096]);
            comm.send(data, five, MPI.INT, 1, 0);
            comm.sSend(data, five, MPI.INT, 1, 1);
            comm.bSend(data, five, MPI.INT, 1, 2);
            comm.iSend(data, five, MPI.INT, 1, 3).waitFor();
            comm.isSend(data, five, MPI.INT, 1, 4).waitFor();
            comm.ibSend(data, five, MPI.INT, 1, 5).waitFor();
            comm.barrier();
            comm.rSend(data, five, MPI.INT, 1, 6);
            comm.irSend(data, five, MPI.INT, 1, 7).waitFor();
            rank.detachBuffer();
        } else {
            for (int tag = 0; tag < 6; tag++) {
                int[] found = new int[5];
                Status status = comm.recv(found, five, MPI.INT, 0, tag);
                Check.equal(data, found, "message " + tag);
                Check.equal(5, status.getCount(MPI.INT), "count of message " + tag);
                Check.equal(5, status.count, "elements of message " + tag);
            }
            int[] first = new int[5];
            int[] second = new int[5];
            Request one = comm.iRecv(first, five, MPI.INT, 0, 6);
            Request two = comm.iRecv(second, five, MPI.INT, 0, 7);
            comm.barrier();
            Request.waitAll(new Request[] {one, two});
            Check.equal(data, first, "ready");
            Check.equal(data, second, "ready, non-blocking");
        }
    }

    private static void exchanges(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int other = 1 - me;
        int[] mine = ints(3, 10 * me);
        int[] theirs = ints(3, 10 * other);
        int[] found = new int[3];
        comm.sendRecv(mine, n(3), MPI.INT, other, 0, found, n(3), MPI.INT, other, 0);
        Check.equal(theirs, found, "sendRecv");
        found = mine.clone();
        comm.sendRecvReplace(found, n(3), MPI.INT, other, 0, other, 0);
        Check.equal(theirs, found, "sendRecvReplace");
        found = new int[3];
        comm.iSendRecv(mine, n(3), MPI.INT, other, 0, found, n(3), MPI.INT, other, 0)
                .waitFor();
        Check.equal(theirs, found, "iSendRecv");
        found = mine.clone();
        comm.iSendRecvReplace(found, n(3), MPI.INT, other, 0, other, 0).waitFor();
        Check.equal(theirs, found, "iSendRecvReplace");
        int[] kept = new int[3];
        Prequest receive = comm.recvInit(kept, n(3), MPI.INT, other, 1);
        for (Prequest send : new Prequest[] {
            comm.sendInit(mine, n(3), MPI.INT, other, 1),
            comm.sSendInit(mine, n(3), MPI.INT, other, 1),
            comm.rSendInit(mine, n(3), MPI.INT, other, 1),
            comm.bSendInit(mine, n(3), MPI.INT, other, 1)
        }) {
            Arrays.fill(kept, -1);
            receive.start();
            comm.barrier();
            send.start();
            Request.waitAll(new Request[] {receive, send});
            Check.equal(theirs, kept, "persistent");
            send.free();
        }
        receive.free();
        Request send = comm.iSend(mine, n(3), MPI.INT, other, 2);
        Message message = new Message();
        message.mProbe(other, 2, comm);
        found = new int[3];
        Check.equal(3, message.mRecv(found, n(3), MPI.INT).getCount(MPI.INT), "mRecv");
        Check.equal(theirs, found, "mRecv");
        send.waitFor();
        send = comm.iSend(mine, n(3), MPI.INT, other, 3);
        message.mProbe(other, 3, comm);
        found = new int[3];
        message.imRecv(found, n(3), MPI.INT).waitFor();
        Check.equal(theirs, found, "imRecv");
        send.waitFor();
    }

    private static void movement(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int size = comm.getSize();
        int[] data = me == 1 ? ints(4, 3) : new int[4];
        comm.bcast(data, n(4), MPI.INT, 1);
        Check.equal(ints(4, 3), data, "bcast");
        int[] mine = ints(2, 2 * me);
        int[] gathered = new int[2 * size];
        comm.gather(mine, n(2), MPI.INT, gathered, n(2), MPI.INT, 0);
        Check.equal(me == 0 ? ints(2 * size, 0) : new int[2 * size], gathered, "gather");
        int[] part = new int[2];
        comm.scatter(ints(2 * size, 0), n(2), MPI.INT, part, n(2), MPI.INT, 2);
        Check.equal(mine, part, "scatter");
        gathered = new int[2 * size];
        comm.allGather(mine, n(2), MPI.INT, gathered, n(2), MPI.INT);
        Check.equal(ints(2 * size, 0), gathered, "allGather");
        int[] out = new int[size];
        Arrays.setAll(out, i -> 10 * me + i);
        int[] in = new int[size];
        comm.allToAll(out, n(1), MPI.INT, in, n(1), MPI.INT);
        int[] expected = new int[size];
        Arrays.setAll(expected, i -> 10 * i + me);
        Check.equal(expected, in, "allToAll");
        comm.allToAll(out, n(1), MPI.INT);
        Check.equal(expected, out, "allToAll in place");
        int[] whole = new int[size];
        whole[me] = me + 5;
        comm.allGather(whole, n(1), MPI.INT);
        Check.equal(ints(size, 5), whole, "allGather in place");
    }

    private static void byRank(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        // Rank i has i + 1 elements, which lie behind each other.
        Count[] counts = all(1, 2, 3);
        Count[] places = all(0, 1, 3);
        int[] mine = ints(me + 1, 10 * me);
        int[] expected = {0, 10, 11, 20, 21, 22};
        int[] found = new int[6];
        comm.gatherv(mine, n(me + 1), MPI.INT, found, counts, places, MPI.INT, 1);
        Check.equal(me == 1 ? expected : new int[6], found, "gatherv");
        int[] part = new int[me + 1];
        comm.scatterv(expected, counts, places, MPI.INT, part, n(me + 1), MPI.INT, 0);
        Check.equal(mine, part, "scatterv");
        found = new int[6];
        comm.allGatherv(mine, n(me + 1), MPI.INT, found, counts, places, MPI.INT);
        Check.equal(expected, found, "allGatherv");
        int[] out = {me, me, me};
        int[] in = new int[3];
        comm.allToAllv(out, all(1, 1, 1), all(0, 1, 2), MPI.INT, in, all(1, 1, 1), all(2, 1, 0), MPI.INT);
        Check.equal(new int[] {2, 1, 0}, in, "allToAllv");
        Datatype[] types = {MPI.INT, MPI.INT, MPI.INT};
        in = new int[3];
        byte[] bytes = new byte[12];
        MemorySegment.ofArray(bytes).copyFrom(MemorySegment.ofArray(out));
        byte[] received = new byte[12];
        comm.allToAllw(bytes, all(1, 1, 1), all(0, 4, 8), types, received, all(1, 1, 1), all(8, 4, 0), types);
        MemorySegment.ofArray(in).copyFrom(MemorySegment.ofArray(received));
        Check.equal(new int[] {2, 1, 0}, in, "allToAllw");
    }

    private static void reductions(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int[] mine = {me, 10 * me};
        int[] sum = new int[2];
        comm.reduce(mine, sum, n(2), MPI.INT, MPI.SUM, 2);
        Check.equal(me == 2 ? new int[] {3, 30} : new int[2], sum, "reduce");
        comm.allReduce(mine, sum, n(2), MPI.INT, MPI.SUM);
        Check.equal(new int[] {3, 30}, sum, "allReduce");
        int[] inPlace = mine.clone();
        comm.allReduce(inPlace, n(2), MPI.INT, MPI.SUM);
        Check.equal(new int[] {3, 30}, inPlace, "allReduce in place");
        int[] part = new int[1];
        comm.reduceScatterBlock(ints(3, me), part, n(1), MPI.INT, MPI.SUM);
        Check.equal(3 + 3 * me, part[0], "reduceScatterBlock");
        int[] parts = new int[3];
        comm.reduceScatter(ints(6, me), parts, all(1, 2, 3), MPI.INT, MPI.SUM);
        int first = me * (me + 1) / 2;
        for (int i = 0; i <= me; i++) {
            Check.equal(3 + 3 * (first + i), parts[i], "reduceScatter");
        }
        comm.scan(mine, sum, n(2), MPI.INT, MPI.SUM);
        Check.equal(me * (me + 1) / 2, sum[0], "scan");
        sum[0] = -1;
        comm.exScan(mine, sum, n(2), MPI.INT, MPI.SUM);
        Check.equal(me == 0 ? -1 : me * (me - 1) / 2, sum[0], "exScan");
        int[] local = {1, 2};
        Comm.reduceLocal(new int[] {5, 6}, local, n(2), MPI.INT, MPI.SUM);
        Check.equal(new int[] {6, 8}, local, "reduceLocal");
    }

    private static void forms(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int[] mine = ints(me + 1, 10 * me);
        int[] found = new int[6];
        Count[] counts = all(1, 2, 3);
        Count[] places = all(0, 1, 3);
        Request request = comm.iAllGatherv(mine, n(me + 1), MPI.INT, found, counts, places, MPI.INT);
        // The objects may be used again at once.
        counts[2].setCount(99);
        places[2].setCount(99);
        request.waitFor();
        Check.equal(new int[] {0, 10, 11, 20, 21, 22}, found, "iAllGatherv");
        int[] sum = {me};
        comm.iAllReduce(sum, n(1), MPI.INT, MPI.SUM).waitFor();
        Check.equal(3, sum[0], "iAllReduce");
        int[] data = me == 0 ? ints(2, 4) : new int[2];
        Prequest bcast = comm.bcastInit(data, n(2), MPI.INT, 0, MPI.INFO_NULL);
        for (int i = 0; i < 2; i++) {
            bcast.start();
            bcast.waitFor();
            Check.equal(ints(2, 4), data, "bcastInit");
        }
        bcast.free();
    }

    private static void others(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        CartComm ring = comm.createCart(new int[] {4}, new boolean[] {true}, false);
        int[] found = new int[2];
        ring.neighborAllGather(new int[] {me}, n(1), MPI.INT, found, n(1), MPI.INT);
        Check.equal(new int[] {(me + 3) % 4, (me + 1) % 4}, found, "neighborAllGather");
        found = new int[2];
        ring.neighborAllToAllv(
                new int[] {me, me + 10}, all(1, 1), all(0, 1), MPI.INT, found, all(1, 1), all(0, 1), MPI.INT);
        Check.equal(new int[] {(me + 3) % 4 + 10, (me + 1) % 4}, found, "neighborAllToAllv");
        ring.free();
        Intracomm half = comm.split(me / 2, me);
        Intercomm inter = comm.createIntercomm(half, 0, me < 2 ? 2 : 0, 9);
        int[] both = new int[2];
        inter.allGather(new int[] {me}, n(1), MPI.INT, both, n(1), MPI.INT);
        Check.equal(me < 2 ? new int[] {2, 3} : new int[] {0, 1}, both, "allGather between groups");
        int[] part = new int[1];
        inter.reduceScatter(new int[] {me, me}, part, all(1, 1), MPI.INT, MPI.SUM);
        Check.equal(me < 2 ? 5 : 1, part[0], "reduceScatter between groups");
        inter.free();
        half.free();
    }

    private static void windowsAndFiles(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int[] memory = new int[8];
        Win win = new Win(memory, n(8), 1, MPI.INFO_NULL, comm);
        win.fence(0);
        win.put(new int[] {me + 1, me + 2}, n(2), MPI.INT, 1 - me, n(3), n(2), MPI.INT);
        win.fence(0);
        Check.equal(new int[] {0, 0, 0, 2 - me, 3 - me, 0, 0, 0}, memory, "put");
        int[] found = new int[2];
        win.get(found, n(2), MPI.INT, 1 - me, n(3), n(2), MPI.INT);
        win.fence(0);
        Check.equal(new int[] {me + 1, me + 2}, found, "get");
        win.accumulate(new int[] {100}, n(1), MPI.INT, 1 - me, n(3), n(1), MPI.INT, MPI.SUM);
        win.fence(0);
        Check.equal(102 - me, memory[3], "accumulate");
        win.free();
        SharedFile.use(rank, path -> {
            try (File file = new File(comm, path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR)) {
                file.writeAtAll(12L * me, ints(3, 10 * me), n(3), MPI.INT);
                int[] all = new int[6];
                file.readAtAll(0, all, n(6), MPI.INT);
                Check.equal(new int[] {0, 1, 2, 10, 11, 12}, all, "file");
                int[] some = new int[3];
                file.iReadAt(12, some, n(3), MPI.INT).waitFor();
                Check.equal(ints(3, 10), some, "read without blocking");
            }
        });
    }

    /** What is done with memory that is large, and of which little is used. */
    private interface Use {
        void with(MemorySegment memory) throws Exception;
    }

    private static void sparse(long bytes, Use use) throws Exception {
        Path path = Files.createTempFile("bipj", ".sparse");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
                Arena arena = Arena.ofShared()) {
            file.setLength(bytes);
            use.with(file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena));
        } finally {
            Files.deleteIfExists(path);
        }
    }

    private static void farApart(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        sparse(2 * FAR, memory -> {
            Datatype far = Datatype.createHIndexed(all(1, 1), all(0, FAR), MPI.LONG);
            far.commit();
            Datatype vector = Datatype.createHVector(n(2), n(1), n(FAR), MPI.LONG);
            vector.commit();
            Datatype spread = Datatype.createResized(MPI.LONG, n(0), n(FAR));
            spread.commit();
            for (int i = 0; i < 3; i++) {
                Datatype type = i == 0 ? far : i == 1 ? vector : spread;
                Count count = n(i == 2 ? 2 : 1);
                if (comm.getRank() == 0) {
                    memory.set(ValueLayout.JAVA_LONG, 0, 5 + i);
                    memory.set(ValueLayout.JAVA_LONG, FAR, 6 + i);
                    comm.send(memory, count, type, 1, i);
                    long[] found = new long[2];
                    comm.recv(found, n(2), MPI.LONG, 1, i);
                    Check.equal(new long[] {5 + i, 6 + i}, found, "back from far apart");
                } else {
                    comm.recv(memory, count, type, 0, i);
                    Check.equal(5 + i, memory.get(ValueLayout.JAVA_LONG, 0), "the near one");
                    Check.equal(6 + i, memory.get(ValueLayout.JAVA_LONG, FAR), "the far one");
                    comm.send(memory, count, type, 0, i);
                }
            }
        });
    }

    private static void farBlocks(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        sparse(2 * FAR, memory -> {
            Count[] ones = all(1, 1);
            Count[] places = all(0, FAR / 8);
            long[] mine = {me + 5};
            for (boolean starts : new boolean[] {false, true}) {
                memory.set(ValueLayout.JAVA_LONG, 0, 0);
                memory.set(ValueLayout.JAVA_LONG, FAR, 0);
                if (starts) {
                    comm.iAllGatherv(mine, n(1), MPI.LONG, memory, ones, places, MPI.LONG)
                            .waitFor();
                } else {
                    comm.allGatherv(mine, n(1), MPI.LONG, memory, ones, places, MPI.LONG);
                }
                Check.equal(5, memory.get(ValueLayout.JAVA_LONG, 0), "of rank 0");
                Check.equal(6, memory.get(ValueLayout.JAVA_LONG, FAR), "of rank 1");
            }
            memory.set(ValueLayout.JAVA_LONG, 0, 10 * me);
            memory.set(ValueLayout.JAVA_LONG, FAR, 10 * me + 1);
            long[] found = new long[2];
            comm.allToAllv(memory, ones, places, MPI.LONG, found, ones, all(0, 1), MPI.LONG);
            Check.equal(new long[] {me, 10 + me}, found, "allToAllv out of far blocks");
            Datatype[] types = {MPI.LONG, MPI.LONG};
            MemorySegment in = MemorySegment.ofArray(found);
            comm.allToAllw(memory, ones, all(0, FAR), types, in, ones, all(8, 0), types);
            Check.equal(new long[] {10 + me, me}, found, "allToAllw out of far blocks");
            long[] part = new long[1];
            comm.scatterv(memory, ones, places, MPI.LONG, part, n(1), MPI.LONG, 1);
            Check.equal(10 + me, part[0], "scatterv out of far blocks");
            comm.gatherv(mine, n(1), MPI.LONG, memory, ones, places, MPI.LONG, 0);
            if (me == 0) {
                Check.equal(6, memory.get(ValueLayout.JAVA_LONG, FAR), "gatherv into far blocks");
            }
            Check.error(
                    MPI.ERR_BUFFER,
                    () -> rank.self().allGatherv(mine, n(1), MPI.LONG, memory, all(1), all(Long.MAX_VALUE), MPI.LONG),
                    "expected");
        });
    }

    private static void datatypes(Rank rank) throws Exception {
        long big = 1L << 33;
        Datatype bytes = Datatype.createContiguous(n(big), MPI.BYTE);
        Check.equal(big, bytes.getExtentX().getCount(), "extent");
        TypeEnvelope envelope = bytes.getEnvelope();
        Check.equal(MPI.COMBINER_CONTIGUOUS, envelope.getCombiner(), "combiner");
        Check.equal(1, envelope.getLargeCountCount(), "large counts");
        Check.equal(0, envelope.getIntegerCount() + envelope.getAddressCount(), "integers and addresses");
        Check.equal(big, bytes.getContents().getLargeCount(0).getCount(), "large count");
        holds(Datatype.createVector(n(3), n(2), n(big), MPI.INT), 0, 3, 2, big);
        holds(Datatype.createHVector(n(3), n(2), n(big), MPI.INT), 0, 3, 2, big);
        holds(Datatype.createIndexed(all(1, 2), all(big, 0), MPI.INT), 0, 2, 1, 2, big, 0);
        holds(Datatype.createHIndexed(all(1, 2), all(big, 0), MPI.INT), 0, 2, 1, 2, big, 0);
        holds(Datatype.createIndexedBlock(n(1), all(big, 0), MPI.INT), 0, 2, 1, big, 0);
        holds(Datatype.createHIndexedBlock(n(1), all(big, 0), MPI.INT), 0, 2, 1, big, 0);
        holds(Datatype.createStruct(all(1, 2), all(0, big), new Datatype[] {MPI.INT, MPI.BYTE}), 0, 2, 1, 2, 0, big);
        holds(Datatype.createResized(MPI.INT, n(-big), n(2 * big)), 0, -big, 2 * big);
        Datatype part = Datatype.createSubarray(all(big, 4), all(2, 2), all(big - 2, 1), MPI.ORDER_C, MPI.BYTE);
        holds(part, 2, big, 4, 2, 2, big - 2, 1);
        Check.equal(4 * big, part.getExtentX().getCount(), "extent of the array");
        Check.equal(4 * (big - 2) + 1, part.getTrueLbX().getCount(), "where the part begins");
        Datatype dealt = Datatype.createDarray(
                2,
                1,
                all(big),
                new int[] {MPI.DISTRIBUTE_BLOCK},
                new int[] {MPI.DISTRIBUTE_DFLT_DARG},
                new int[] {2},
                MPI.ORDER_C,
                MPI.BYTE);
        holds(dealt, 7, big);
        Check.equal(big / 2, dealt.getTrueLbX().getCount(), "where the share begins");
        Check.equal(big / 2, dealt.getSizeX().getCount(), "the share");
        Check.error(MPI.ERR_COUNT, () -> Datatype.createContiguous(n(-1), MPI.INT), "count is -1");
        Check.error(MPI.ERR_COUNT, () -> Datatype.createContiguous(null, MPI.INT), "count is null");
        Check.error(MPI.ERR_ARG, () -> Datatype.createContiguous(n(Long.MAX_VALUE), MPI.INT), "2^63");
        Check.error(MPI.ERR_ARG, () -> Datatype.createHVector(n(3), n(1), n(Long.MAX_VALUE), MPI.INT), "2^63");
        Check.error(MPI.ERR_ARG, () -> Datatype.createIndexed((Count[]) null, all(0), MPI.INT), "blockLengths");
        Check.error(MPI.ERR_COUNT, () -> Datatype.createIndexed(all(1), new Count[1], MPI.INT), "displacements[0]");
    }

    private static void holds(Datatype type, int integers, long... largeCounts) {
        TypeEnvelope envelope = type.getEnvelope();
        Check.equal(integers, envelope.getIntegerCount(), "integers of " + envelope.getCombiner());
        Check.equal(largeCounts.length, envelope.getLargeCountCount(), "large counts of " + envelope.getCombiner());
        Check.equal(0, envelope.getAddressCount(), "addresses of " + envelope.getCombiner());
        TypeContents contents = type.getContents();
        for (int i = 0; i < largeCounts.length; i++) {
            Check.equal(largeCounts[i], contents.getLargeCount(i).getCount(), "large count " + i);
        }
    }

    private static void packing(Rank rank) {
        MemorySegment packed = MemorySegment.ofArray(new byte[16]);
        int[] data = {1, 2};
        Check.equal(8, rank.comm().packSize(n(2), MPI.INT).getCount(), "size");
        Check.equal(1L << 40, rank.comm().packSize(n(1L << 38), MPI.INT).getCount(), "a large size");
        Check.equal(12, rank.comm().pack(data, n(2), MPI.INT, packed, 4), "pack");
        int[] found = new int[2];
        Check.equal(12, rank.comm().unpack(packed, 4, found, n(2), MPI.INT), "unpack");
        Check.equal(data, found, "unpacked");
        Check.equal(
                1L << 40, MPI.INT.packExternalSize("external32", n(1L << 38)).getCount(), "a large size");
        Check.equal(8, MPI.INT.packExternal("external32", data, n(2), packed, 0), "packExternal");
        found = new int[2];
        Check.equal(8, MPI.INT.unpackExternal("external32", packed, 0, found, n(2)), "unpackExternal");
        Check.equal(data, found, "unpacked");
    }

    private static void errors(Rank rank) throws Exception {
        Intracomm self = rank.self();
        int[] data = new int[2];
        Count large = n(1L << 40);
        Count none = null;
        Check.error(MPI.ERR_COUNT, () -> self.send(data, none, MPI.INT, 0, 0), "count is null");
        Check.error(MPI.ERR_COUNT, () -> self.bcast(data, none, MPI.INT, 0), "count is null");
        Check.error(MPI.ERR_COUNT, () -> self.allGatherv(data, n(1), MPI.INT, data, all(-1L << 40), all(0), MPI.INT));
        Check.error(
                MPI.ERR_COUNT,
                () -> self.allGatherv(data, n(1), MPI.INT, new int[2], new Count[1], all(0), MPI.INT),
                "counts[0] is null");
        Check.error(MPI.ERR_BUFFER, () -> self.send(data, large, MPI.INT, 0, 0), "" + (4L << 40));
        Check.error(MPI.ERR_BUFFER, () -> self.recv(data, large, MPI.INT, 0, 0), "" + (4L << 40));
        Check.error(MPI.ERR_BUFFER, () -> self.bcast(data, n(Long.MAX_VALUE), MPI.INT, 0), "any buffer");
        Check.error(MPI.ERR_BUFFER, () -> self.gather(data, large, MPI.INT, data, large, MPI.INT, 0));
        Check.error(MPI.ERR_BUFFER, () -> self.allReduce(data, new int[2], large, MPI.INT, MPI.SUM));
        Check.error(
                MPI.ERR_BUFFER, () -> self.allGatherv(data, n(2), MPI.INT, new int[4], all(1L << 40), all(0), MPI.INT));
        Check.error(MPI.ERR_BUFFER, () -> self.reduceScatter(data, new int[2], all(1L << 40), MPI.INT, MPI.SUM));
        Check.that(self.iProbe(0, 0) == null, "nothing was sent");
    }
}
