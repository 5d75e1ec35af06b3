package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mpi.CartComm;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/**
 * Random programs without a fault, which use what a checker may take for one: many operations at once, one buffer for several sends,
 * columns of one matrix, buffers that are used again at once, requests that are freed or cancelled. Arguments: the first seed, and how
 * many. All ranks draw the same numbers.
 */
public final class Faultless {
    private static final int STEPS = 12;
    private static final int MOST = 3000;
    private static final int ROWS = 9;

    private final Random random;
    private final Intracomm world = MPI.COMM_WORLD;
    private final int size = world.getSize();
    private final int rank = world.getRank();
    private Intracomm comm = world;

    private Faultless(long seed) {
        random = new Random(seed);
    }

    /** Runs programs one after the other between Init and Finalize. */
    public static void main(String[] args) {
        MPI.Init(args);
        long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Long.parseLong(args[1]); seed++) {
            run(seed);
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("done");
        }
        MPI.Finalize();
    }

    /** Runs one program. */
    static void run(long seed) {
        new Faultless(seed).run();
    }

    private void run() {
        for (int step = 0; step < STEPS; step++) {
            comm = random.nextInt(4) == 0 ? random.nextBoolean() ? world.dup() : world.split(0, -rank) : world;
            step(random.nextInt(21));
            if (comm != world) {
                comm.free();
            }
        }
    }

    private void step(int kind) {
        int count = 1 + random.nextInt(MOST);
        int root = random.nextInt(size);
        switch (kind) {
            case 0 -> toAllFromOneBuffer(count);
            case 1 -> columns();
            case 2 -> blocking(count, root);
            case 3 -> started(count, root);
            case 4 -> persistent(count);
            case 5 -> freedAndCancelled();
            case 6 -> wildcards(count);
            case 7 -> ringOfPersistent(count);
            case 8 -> window();
            case 9 -> rowsAndBlocks();
            case 10 -> parts(count);
            case 11 -> bytesForInts(count);
            case 13 -> mixtures();
            case 14 -> ofOwnLengths();
            case 15 -> otherShapes(count);
            case 16 -> epochs();
            case 17 -> FaultlessRequests.run(comm, count, random.nextInt(100));
            case 19 -> FaultlessWindows.run(comm);
            case 18 -> FaultlessCommunicators.run(comm, random);
            case 12 -> comm.sendRecvReplace(new int[count], count, MPI.INT, next(1), kind, next(-1), kind);
            default -> tests(count);
        }
    }

    private int next(int distance) {
        return (comm.getRank() + distance + size) % size;
    }

    /** Several sends may read one buffer, also while a blocking one does. */
    private void toAllFromOneBuffer(int count) {
        int[] sent = new int[count];
        int[][] received = new int[size][count];
        List<Request> all = new ArrayList<>();
        for (int peer = 0; peer < size; peer++) {
            all.add(comm.iRecv(received[peer], count, MPI.INT, peer, 0));
        }
        for (int peer = 0; peer < size; peer++) {
            all.add(comm.iSend(sent, count, MPI.INT, peer, 0));
        }
        Collections.shuffle(all, random);
        Request.waitAll(all.toArray(new Request[0]));
        sent[0]++;
    }

    /** Columns lie between each other and do not overlap. */
    private void columns() {
        double[] matrix = new double[ROWS * ROWS];
        Datatype column = Datatype.createVector(ROWS, 1, ROWS, MPI.DOUBLE);
        column.commit();
        java.nio.DoubleBuffer whole = java.nio.DoubleBuffer.wrap(matrix);
        Request[] all = new Request[2 * 2];
        for (int i = 0; i < 2; i++) {
            all[i] = comm.iRecv(MPI.slice(whole, i), 1, column, next(-1), i);
        }
        for (int i = 0; i < 2; i++) {
            all[2 + i] = comm.iSend(MPI.slice(whole, ROWS - 1 - i), 1, column, next(1), i);
        }
        Request.waitAll(all);
        column.free();
    }

    private void blocking(int count, int root) {
        int[] data = new int[count];
        comm.bcast(data, count, MPI.INT, root);
        comm.allReduce(data, count, MPI.INT, MPI.SUM);
        comm.allReduce(data, data, count, MPI.INT, MPI.MAX);
        comm.reduce(data, comm.getRank() == root ? new int[count] : null, count, MPI.INT, MPI.SUM, root);
        int[] all = new int[count * size];
        comm.gather(data, count, MPI.INT, all, count, MPI.INT, root);
        comm.allGather(data, count, MPI.INT, all, count, MPI.INT);
        comm.allToAll(new int[count * size], count, MPI.INT, all, count, MPI.INT);
        comm.scatter(all, count, MPI.INT, data, count, MPI.INT, root);
        comm.scan(data, new int[count], count, MPI.INT, MPI.SUM);
        comm.barrier();
    }

    private void started(int count, int root) {
        int[] data = new int[count];
        Request[] all = {
            comm.iBcast(data, count, MPI.INT, root),
            comm.iBarrier(),
            comm.iAllReduce(new int[count], new int[count], count, MPI.INT, MPI.SUM),
            comm.iAllGather(new int[1], 1, MPI.INT, new int[size], 1, MPI.INT)
        };
        Request.waitAll(all);
        for (Request request : all) {
            endAgain(request);
        }
        data[0] = 1;
    }

    /** As programs for Open MPI's bindings do with requests that are done: it has no effect. */
    private static void endAgain(Request request) {
        request.free();
        request.cancel();
        request.free();
    }

    private void persistent(int count) {
        int[] data = new int[count];
        Prequest sum = comm.allReduceInit(data, new int[count], count, MPI.INT, MPI.SUM);
        for (int i = 0; i < 3; i++) {
            data[0]++;
            sum.start();
            sum.waitFor();
        }
        sum.free();
        endAgain(sum);
    }

    /** A send that is freed completes; a receive that is cancelled leaves its buffer alone. */
    private void freedAndCancelled() {
        comm.iSend(new int[1], 1, MPI.INT, next(1), 5).free();
        int[] data = new int[1];
        Request never = comm.iRecv(data, 1, MPI.INT, next(-1), 6);
        never.cancel();
        never.waitFor();
        endAgain(never);
        comm.recv(data, 1, MPI.INT, next(-1), 5);
    }

    private void wildcards(int count) {
        if (comm.getRank() == 0) {
            for (int i = 1; i < size; i++) {
                comm.probe(MPI.ANY_SOURCE, 8);
                comm.recv(new int[count], count, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            }
        } else {
            comm.send(new int[count], random(count), MPI.INT, 0, 8);
        }
        comm.barrier();
    }

    /** At most this, and another number on each rank. */
    private int random(int count) {
        return count * rank / size;
    }

    private void ringOfPersistent(int count) {
        int[] sent = new int[count];
        Prequest[] all = {
            comm.recvInit(new int[count], count, MPI.INT, next(-1), 9), comm.sendInit(sent, count, MPI.INT, next(1), 9)
        };
        for (int i = 0; i < 2; i++) {
            sent[0] = i;
            Prequest.startAll(all);
            while (!Request.testAll(all)) {
                Thread.onSpinWait();
            }
        }
        all[0].free();
        all[1].free();
    }

    private void window() {
        int[] memory = new int[2 * size];
        try (Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, comm)) {
            win.fence(0);
            win.put(new int[] {rank}, 1, MPI.INT, next(1), comm.getRank(), 1, MPI.INT);
            win.accumulate(new int[] {1}, 1, MPI.INT, next(1), size, 1, MPI.INT, MPI.SUM);
            win.fence(0);
            win.lock(MPI.LOCK_SHARED, 0, 0);
            win.get(new int[1], 1, MPI.INT, 0, 0, 1, MPI.INT);
            win.unlock(0);
            comm.barrier();
        }
    }

    /** Rows of one matrix are received at the same time; all ranks gather into it, each from its own place. */
    private void rowsAndBlocks() {
        long[] matrix = new long[size * ROWS];
        java.nio.LongBuffer whole = java.nio.LongBuffer.wrap(matrix);
        Request[] all = new Request[2 * size];
        for (int i = 0; i < size; i++) {
            all[i] = comm.iRecv(MPI.slice(whole, i * ROWS), ROWS, MPI.LONG, i, 1);
        }
        for (int i = 0; i < size; i++) {
            all[size + i] = comm.iSend(new long[ROWS], ROWS, MPI.LONG, i, 1);
        }
        while (Request.waitAny(all) != MPI.UNDEFINED) {
            Thread.onSpinWait();
        }
        comm.allGather(matrix, ROWS, MPI.LONG);
    }

    private void parts(int count) {
        int[] counts = new int[size];
        int[] places = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = 1 + (count + i) % 7;
            places[i] = 8 * i;
        }
        int[] all = new int[8 * size];
        comm.allGatherv(new int[8], counts[comm.getRank()], MPI.INT, all, counts, places, MPI.INT);
        comm.reduceScatter(all, new int[8], counts, MPI.INT, MPI.SUM);
        comm.gatherv(new int[8], counts[comm.getRank()], MPI.INT, all, counts, places, MPI.INT, 0);
    }

    /** Bytes match every type; a type that is made of another one has its values. */
    private void bytesForInts(int count) {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        boolean isFirst = comm.getRank() == 0;
        comm.bcast(new int[2 * count], isFirst ? count : 2 * count, isFirst ? pair : MPI.INT, 0);
        comm.sendRecv(new int[2 * count], count, pair, next(1), 2, new int[2 * count], 2 * count, MPI.INT, next(-1), 2);
        Op own = new Op((in, inOut, n, type) -> {}, true);
        comm.allReduce(new int[count], new int[count], count, MPI.INT, own);
        own.free();
        pair.free();
    }

    /** Each pair of ranks has a length of its own, with and without buffers in place. */
    private void ofOwnLengths() {
        int me = comm.getRank();
        int[] sent = new int[size];
        int[] received = new int[size];
        int[] places = new int[size];
        int base = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            sent[i] = base + me + 2 * i;
            received[i] = base + i + 2 * me;
            places[i] = i * 4 * (size + 1);
        }
        int room = size * 4 * (size + 1);
        comm.allToAllv(new int[room], sent, places, MPI.INT, new int[room], received, places, MPI.INT);
        comm.iAllToAllv(new int[room], sent, places, MPI.INT, new int[room], received, places, MPI.INT)
                .waitFor();
        int root = random.nextInt(size);
        int[] each =
                java.util.stream.IntStream.range(0, size).map(i -> base + i).toArray();
        if (me == root) {
            comm.scatterv(new int[room], each, places, MPI.INT, root);
            comm.gatherv(new int[room], each, places, MPI.INT, root);
        } else {
            comm.scatterv(new int[room], each[me], MPI.INT, root);
            comm.gatherv(new int[room], each[me], MPI.INT, root);
        }
    }

    /** Operations on the same memory in epochs of their own, or that may meet; buffers that are used again after their epoch. */
    private void epochs() {
        int[] memory = new int[2 * size];
        int[] data = new int[2];
        int me = comm.getRank();
        try (Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, comm)) {
            win.fence(0);
            for (int i = 0; i < 3; i++) {
                win.put(data, 2, MPI.INT, next(i), 2 * me, 2, MPI.INT);
                win.fence(0);
                data[0]++;
                win.get(data, 1, MPI.INT, next(i), 2 * me, 1, MPI.INT);
                win.get(new int[1], 1, MPI.INT, next(i), 2 * me, 1, MPI.INT);
                win.fence(0);
                win.accumulate(new int[2], 2, MPI.INT, 0, 0, 2, MPI.INT, MPI.SUM);
                win.fetchAndOp(new int[1], new int[1], MPI.INT, 0, 1, MPI.SUM);
                win.fence(i == 2 ? MPI.MODE_NOSUCCEED : 0);
            }
            comm.barrier();
            win.lockAll(0);
            win.put(data, 1, MPI.INT, next(1), me, 1, MPI.INT);
            win.flush(next(1));
            data[0]++;
            win.put(data, 1, MPI.INT, next(1), me, 1, MPI.INT);
            win.flushAll();
            win.rPut(data, 1, MPI.INT, next(1), me, 1, MPI.INT).waitFor();
            data[1]++;
            win.unlockAll();
            comm.barrier();
        }
    }

    /** Neighbours in a ring that have counts of their own; two groups; persistent operations that are started in any order. */
    private void otherShapes(int count) {
        try (CartComm ring = comm.createCart(new int[] {size}, new boolean[] {true}, false)) {
            int me = ring.getRank();
            int[] sent = {1 + me, 2 + me};
            int[] received = {2 + (me + size - 1) % size, 1 + (me + 1) % size};
            int[] places = {0, 2 * size};
            ring.neighborAllToAllv(
                    new int[4 * size], sent, places, MPI.INT, new int[4 * size], received, places, MPI.INT);
            ring.neighborAllGather(new int[count], count, MPI.INT, new int[2 * count], count, MPI.INT);
        }
        boolean isFirst = comm.getRank() == 0;
        try (Intracomm own = comm.split(isFirst ? 0 : 1, 0);
                Intercomm inter = comm.createIntercomm(own, 0, isFirst ? 1 : 0, 0)) {
            int mine = isFirst ? count : 1;
            int theirs = isFirst ? 1 : count;
            inter.allGather(new int[mine], mine, MPI.INT, new int[size * theirs], theirs, MPI.INT);
            inter.bcast(new int[count], count, MPI.INT, isFirst ? MPI.ROOT : 0);
            int toOthers = isFirst ? 1 : own.getRank() == 1 ? MPI.ROOT : MPI.PROC_NULL;
            inter.gather(new int[1], 1, MPI.INT, new int[1], 1, MPI.INT, toOthers);
        }
        Prequest[] sums = {
            comm.allReduceInit(new int[count], new int[count], count, MPI.INT, MPI.SUM),
            comm.bcastInit(new int[1], 1, MPI.INT, 0)
        };
        for (int i = 0; i < 3; i++) {
            sums[(i + comm.getRank()) % 2].start();
            sums[(i + comm.getRank() + 1) % 2].start();
            Request.waitAll(sums);
        }
        sums[0].free();
        sums[1].free();
    }

    /** Values of several types: a receive of more elements, of bytes, of types that are made in another way. */
    private void mixtures() {
        Datatype mixture =
                Datatype.createStruct(new int[] {1, 2}, new int[] {0, 4}, new Datatype[] {MPI.INT, MPI.FLOAT});
        Datatype same = Datatype.createStruct(
                new int[] {1, 1, 1}, new int[] {8, 0, 4}, new Datatype[] {MPI.INT, MPI.FLOAT, MPI.FLOAT});
        mixture.commit();
        same.commit();
        Request[] all = {
            comm.iRecv(new byte[120], 10, same, next(-1), 4),
            comm.iRecv(new byte[24], 24, MPI.BYTE, MPI.ANY_SOURCE, 5),
            comm.iSend(new byte[24], 2, mixture, next(1), 4),
            comm.iSend(new byte[24], 2, mixture, next(1), 5)
        };
        Collections.shuffle(java.util.Arrays.asList(all), random);
        Request.waitAll(all);
        comm.allReduce(new int[1], 1, MPI.INT, MPI.SUM);
        mixture.free();
        same.free();
    }

    private void tests(int count) {
        float[] data = new float[count];
        Request receive = comm.iRecv(data, count, MPI.FLOAT, next(-1), 3);
        Request send = comm.iSend(new float[count], count, MPI.FLOAT, next(1), 3);
        while (!receive.test()) {
            Thread.onSpinWait();
        }
        data[0] = 1;
        send.waitFor();
        comm.barrier();
    }
}
