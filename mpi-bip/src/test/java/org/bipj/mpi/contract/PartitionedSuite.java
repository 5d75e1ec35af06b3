package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Partitioned communication (MPI 4.1 chapter 4). */
public final class PartitionedSuite extends Suite {
    private static final int TAG = 7;

    /** Adds the cases. */
    public PartitionedSuite() {
        add("partitions in any order, started again and again", 2, PartitionedSuite::anyOrder);
        add("a partition arrives while others are not ready", 2, PartitionedSuite::early);
        add("both sides with different partitions and types", 2, PartitionedSuite::different);
        add("partitions that end within an element of the receiver's type", 2, PartitionedSuite::within);
        add(
                "sends and receives meet in the order of their preparation, by tag and communicator",
                2,
                PartitionedSuite::order);
        add("a receiver that is prepared and started first, and one that is late", 2, PartitionedSuite::lateSides);
        add("no wildcard, and no other receive, sees a partition", 2, PartitionedSuite::unseen);
        add("to oneself, to PROC_NULL, and without data", 2, PartitionedSuite::nothing);
        add("partitions without elements arrive once they are ready", 1, PartitionedSuite::withoutElements);
        add("to PROC_NULL, with tests between the partitions", 1, PartitionedSuite::tested);
        add("between groups", 4, PartitionedSuite::between);
        add("sums that differ: the receiver's error, and both go on", 2, PartitionedSuite::sums);
        add("bad arguments and bad calls", 1, PartitionedSuite::errors);
        add("many requests are freed without a trace", 2, PartitionedSuite::many);
    }

    private static int[] numbers(int from, int length) {
        return IntStream.range(from, from + length).toArray();
    }

    private static void readyInAnyOrder(Prequest send, int partitions, Random random) {
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, partitions).boxed().toList());
        Collections.shuffle(order, random);
        order.forEach(send::pReady);
    }

    private static void anyOrder(Rank rank) {
        Intracomm comm = rank.comm();
        Random random = new Random(9);
        for (int bytes : new int[] {40, rank.sizes().large()}) {
            int count = Math.max(bytes / Integer.BYTES, 1);
            int partitions = 8;
            int[] buffer = new int[partitions * count];
            boolean sends = comm.getRank() == 0;
            Prequest request = sends
                    ? comm.pSendInit(buffer, partitions, count, MPI.INT, 1, TAG, MPI.INFO_NULL)
                    : comm.pRecvInit(buffer, partitions, count, MPI.INT, 0, TAG, MPI.INFO_NULL);
            for (int round = 0; round < 4; round++) {
                request.start();
                if (sends) {
                    System.arraycopy(numbers(round, buffer.length), 0, buffer, 0, buffer.length);
                    switch (round) {
                        case 0 -> request.pReadyRange(0, partitions - 1);
                        case 1 -> request.pReadyList(new int[] {7, 1, 2, 5, 0, 6, 3, 4});
                        default -> readyInAnyOrder(request, partitions, random);
                    }
                }
                Status status = request.waitStatus();
                Check.that(!status.isCancelled(), "complete");
                Check.equal(numbers(round, buffer.length), buffer, "round " + round + " of " + bytes + " bytes");
                Check.that(sends || request.pArrived(3), "an inactive request has arrived");
            }
            request.free();
        }
    }

    /** Rank 0 makes the second half ready once rank 1 has told that the first half has come. */
    private static void early(Rank rank) {
        Intracomm comm = rank.comm();
        for (int count : new int[] {1, Math.max(rank.sizes().large() / Integer.BYTES, 1)}) {
            int[] buffer = new int[4 * count];
            if (comm.getRank() == 0) {
                Prequest send = comm.pSendInit(buffer, 4, count, MPI.INT, 1, TAG, MPI.INFO_NULL);
                send.start();
                System.arraycopy(numbers(1, buffer.length), 0, buffer, 0, buffer.length);
                send.pReadyList(new int[] {3, 1});
                comm.recv(null, 0, MPI.INT, 1, TAG);
                Check.that(!send.test(), "two partitions are not ready");
                send.pReady(0);
                send.pReady(2);
                send.waitFor();
                send.free();
            } else {
                Prequest receive = comm.pRecvInit(buffer, 4, count, MPI.INT, 0, TAG, MPI.INFO_NULL);
                receive.start();
                while (!receive.pArrived(1) || !receive.pArrived(3)) {
                    Thread.onSpinWait();
                }
                Check.that(!receive.pArrived(0) && !receive.pArrived(2), "the others are not ready");
                Check.that(!receive.test(), "not complete");
                Check.equal(numbers(1, buffer.length)[count], buffer[count], "an element of partition 1");
                comm.send(null, 0, MPI.INT, 0, TAG);
                receive.waitFor();
                Check.equal(numbers(1, buffer.length), buffer, "all");
                receive.free();
            }
        }
    }

    private static void different(Rank rank) {
        Intracomm comm = rank.comm();
        Datatype every = Datatype.createVector(1, 1, 2, MPI.INT);
        Datatype second = Datatype.createResized(every, 0, 2 * Integer.BYTES);
        second.commit();
        int elements = 120;
        for (int partitions : new int[] {1, 2, 5, 12, 120}) {
            for (int others : new int[] {1, 3, 8, 40}) {
                if (comm.getRank() == 0) {
                    int[] data = numbers(5, elements);
                    Prequest send =
                            comm.pSendInit(data, partitions, elements / partitions, MPI.INT, 1, TAG, MPI.INFO_NULL);
                    send.start();
                    send.pReadyRange(0, partitions - 1);
                    send.waitFor();
                    send.free();
                } else {
                    int[] room = new int[2 * elements];
                    Prequest receive = comm.pRecvInit(room, others, elements / others, second, 0, TAG, MPI.INFO_NULL);
                    receive.start();
                    for (int i = 0; i < others; i++) {
                        while (!receive.pArrived(i)) {
                            Thread.onSpinWait();
                        }
                        Check.equal(5 + i * elements / others, room[2 * i * elements / others], "partition " + i);
                    }
                    receive.waitFor();
                    receive.free();
                    for (int i = 0; i < elements; i++) {
                        Check.equal(5 + i, room[2 * i], "element " + i);
                        Check.equal(0, room[2 * i + 1], "between");
                    }
                }
            }
        }
        second.free();
        every.free();
    }

    private static void within(Rank rank) {
        Intracomm comm = rank.comm();
        Datatype pair = Datatype.createVector(2, 3, 5, MPI.BYTE);
        pair.commit();
        if (comm.getRank() == 0) {
            byte[] data = Pattern.bytes(24, 1);
            Prequest send = comm.pSendInit(data, 6, 4, MPI.BYTE, 1, TAG, MPI.INFO_NULL);
            for (int round = 0; round < 2; round++) {
                send.start();
                send.pReadyList(new int[] {5, 0, 3, 1, 4, 2});
                send.waitFor();
            }
            send.free();
        } else {
            byte[] room = new byte[32];
            Prequest receive = comm.pRecvInit(room, 2, 2, pair, 0, TAG, MPI.INFO_NULL);
            for (int round = 0; round < 2; round++) {
                Arrays.fill(room, (byte) 0);
                receive.start();
                receive.waitFor();
                byte[] data = Pattern.bytes(24, 1);
                byte[] expected = new byte[32];
                for (int run = 0; run < 8; run++) {
                    System.arraycopy(data, 3 * run, expected, run / 2 * 8 + run % 2 * 5, 3);
                }
                Check.sameBytes(expected, room, () -> "the receiver's elements");
            }
            receive.free();
        }
        pair.free();
    }

    private static void order(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm other = comm.dup();
        int[][] data = new int[6][2];
        Prequest[] requests = new Prequest[6];
        boolean sends = comm.getRank() == 0;
        // The receiver prepares other tags and the other communicator first.
        int[] prepared = sends ? new int[] {0, 1, 2, 3, 4, 5} : new int[] {4, 2, 5, 0, 1, 3};
        for (int i : prepared) {
            Intracomm on = i < 4 ? comm : other;
            int tag = TAG + i / 2 % 2;
            data[i] = sends ? new int[] {i, 10 + i} : new int[2];
            requests[i] = sends
                    ? on.pSendInit(data[i], 2, 1, MPI.INT, 1, tag, MPI.INFO_NULL)
                    : on.pRecvInit(data[i], 2, 1, MPI.INT, 0, tag, MPI.INFO_NULL);
        }
        // Started in the opposite order.
        for (int i = 5; i >= 0; i--) {
            requests[i].start();
        }
        for (int i = 0; i < 6 && sends; i++) {
            requests[i].pReadyRange(0, 1);
        }
        Request.waitAll(requests);
        for (int i = 0; i < 6; i++) {
            Check.equal(new int[] {i, 10 + i}, data[i], "operation " + i);
            requests[i].free();
        }
        other.free();
    }

    private static void lateSides(Rank rank) {
        Intracomm comm = rank.comm();
        boolean sends = comm.getRank() == 0;
        for (int round = 0; round < 2; round++) {
            boolean isLate = sends == (round == 0);
            int[] data = sends ? numbers(round, 6) : new int[6];
            if (isLate) {
                comm.recv(null, 0, MPI.INT, 1 - comm.getRank(), TAG);
            }
            Prequest request = sends
                    ? comm.pSendInit(data, 3, 2, MPI.INT, 1, TAG, MPI.INFO_NULL)
                    : comm.pRecvInit(data, 2, 3, MPI.INT, 0, TAG, MPI.INFO_NULL);
            request.start();
            if (sends) {
                request.pReadyRange(0, 2);
            }
            if (!isLate) {
                request.test();
                comm.send(null, 0, MPI.INT, 1 - comm.getRank(), TAG);
            }
            request.waitFor();
            Check.equal(numbers(round, 6), data, "round " + round);
            request.free();
        }
    }

    private static void unseen(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            Prequest send = comm.pSendInit(numbers(3, 4), 4, 1, MPI.INT, 1, TAG, MPI.INFO_NULL);
            send.start();
            send.pReadyRange(0, 3);
            comm.send(new int[] {8}, 1, MPI.INT, 1, TAG);
            send.waitFor();
            send.free();
        } else {
            int[] room = new int[1];
            Status probed = comm.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.equal(1, probed.getCount(MPI.INT), "the plain message");
            comm.recv(room, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.equal(8, room[0], "the plain message");
            Check.that(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null, "nothing else");
            int[] all = new int[4];
            Prequest receive = comm.pRecvInit(all, 2, 2, MPI.INT, 0, TAG, MPI.INFO_NULL);
            receive.start();
            receive.waitFor();
            Check.equal(numbers(3, 4), all, "the partitions");
            receive.free();
        }
    }

    private static void nothing(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int[] room = new int[4];
        Prequest send = comm.pSendInit(numbers(2, 4), 4, 1, MPI.INT, me, TAG, MPI.INFO_NULL);
        Prequest receive = comm.pRecvInit(room, 1, 4, MPI.INT, me, TAG, MPI.INFO_NULL);
        Prequest.startAll(new Prequest[] {send, receive});
        send.pReadyRange(0, 3);
        Request.waitAll(new Request[] {send, receive});
        Check.equal(numbers(2, 4), room, "to oneself");
        send.free();
        receive.free();
        Prequest none = comm.pSendInit(numbers(2, 4), 4, 1, MPI.INT, MPI.PROC_NULL, TAG, MPI.INFO_NULL);
        Prequest nowhere = comm.pRecvInit(room, 2, 2, MPI.INT, MPI.PROC_NULL, TAG, MPI.INFO_NULL);
        none.start();
        nowhere.start();
        none.pReady(2);
        Check.that(nowhere.pArrived(1), "nothing comes");
        Request.waitAll(new Request[] {none, nowhere});
        Check.equal(numbers(2, 4), room, "unchanged");
        none.free();
        nowhere.free();
        for (int partitions : new int[] {0, 3}) {
            Prequest empty = me == 0
                    ? comm.pSendInit(null, partitions, 0, MPI.INT, 1, TAG, MPI.INFO_NULL)
                    : comm.pRecvInit(null, partitions, 0, MPI.INT, 0, TAG, MPI.INFO_NULL);
            empty.start();
            for (int i = 0; i < partitions && me == 0; i++) {
                empty.pReady(i);
            }
            empty.waitFor();
            empty.free();
        }
    }

    private static void withoutElements(Rank rank) {
        for (int[] partitions : new int[][] {{1, 1}, {3, 3}, {2, 4}, {4, 2}, {3, 2}}) {
            int sent = partitions[0];
            int received = partitions[1];
            Prequest send = rank.comm().pSendInit(null, sent, 0, MPI.INT, 0, TAG, MPI.INFO_NULL);
            Prequest receive = rank.comm().pRecvInit(null, received, 0, MPI.INT, 0, TAG, MPI.INFO_NULL);
            for (int round = 0; round < 3; round++) {
                receive.start();
                Check.that(!receive.pArrived(0), "nothing is ready");
                send.start();
                for (int i = 0; i < sent; i++) {
                    for (int j = 0; j < received; j++) {
                        if ((j + 1) * sent > i * received) {
                            Check.that(!receive.pArrived(j), "partition " + j + " before " + i + " is ready");
                        }
                    }
                    send.pReady(i);
                }
                for (int j = 0; j < received; j++) {
                    while (!receive.pArrived(j)) {
                        Thread.onSpinWait();
                    }
                }
                Check.that(receive.test(), "all have arrived");
                send.waitFor();
            }
            send.free();
            receive.free();
        }
    }

    /** Where the neighbour at the edge of a grid is none, a program does the same as elsewhere. */
    private static void tested(Rank rank) throws Exception {
        Prequest send = rank.comm().pSendInit(new int[4], 4, 1, MPI.INT, MPI.PROC_NULL, TAG, MPI.INFO_NULL);
        Check.error(MPI.ERR_REQUEST, () -> send.pReady(0), "not started");
        for (int round = 0; round < 2; round++) {
            send.start();
            for (int i = 0; i < 4; i++) {
                send.pReady(i);
                Check.that(send.test(), "complete");
            }
            Check.error(MPI.ERR_REQUEST, () -> send.pReady(3), "is ready already");
            send.waitFor();
        }
        send.free();
    }

    private static void between(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm group = comm.split(me % 2, me);
        var both = comm.createIntercomm(group, 0, 1 - me % 2, TAG);
        int peer = 1 - group.getRank();
        int[] data = me % 2 == 0 ? numbers(me, 4) : new int[4];
        Prequest request = me % 2 == 0
                ? both.pSendInit(data, 2, 2, MPI.INT, peer, TAG, MPI.INFO_NULL)
                : both.pRecvInit(data, 4, 1, MPI.INT, peer, TAG, MPI.INFO_NULL);
        request.start();
        if (me % 2 == 0) {
            request.pReadyRange(0, 1);
        }
        request.waitFor();
        Check.equal(numbers(me % 2 == 0 ? me : 2 * peer, 4), data, "data of the other group");
        request.free();
        both.free();
        group.free();
    }

    private static void sums(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int count = Math.max(rank.sizes().large() / Integer.BYTES, 1);
        if (comm.getRank() == 0) {
            Prequest send = comm.pSendInit(new int[2 * count], 2, count, MPI.INT, 1, TAG, MPI.INFO_NULL);
            send.start();
            send.pReadyRange(0, 1);
            send.waitFor();
            send.free();
        } else {
            Prequest receive = comm.pRecvInit(new int[3 * count], 3, count, MPI.INT, 0, TAG, MPI.INFO_NULL);
            receive.start();
            Check.error(MPI.ERR_TRUNCATE, receive::waitFor, "2 partitions of " + 4 * count + " bytes");
            receive.free();
        }
        anyOrder(rank);
    }

    private static void errors(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] data = new int[4];
        Info none = MPI.INFO_NULL;
        Check.error(MPI.ERR_RANK, () -> comm.pRecvInit(data, 4, 1, MPI.INT, MPI.ANY_SOURCE, TAG, none), "ANY_SOURCE");
        Check.error(MPI.ERR_TAG, () -> comm.pRecvInit(data, 4, 1, MPI.INT, 0, MPI.ANY_TAG, none), "pRecvInit");
        Check.error(MPI.ERR_RANK, () -> comm.pSendInit(data, 4, 1, MPI.INT, 1, TAG, none), "dest is 1");
        Check.error(MPI.ERR_COUNT, () -> comm.pSendInit(data, -1, 1, MPI.INT, 0, TAG, none), "partitions is -1");
        Check.error(MPI.ERR_COUNT, () -> comm.pSendInit(data, 1, -1, MPI.INT, 0, TAG, none), "count is -1");
        Check.error(MPI.ERR_BUFFER, () -> comm.pSendInit(data, 5, 1, MPI.INT, 0, TAG, none), "pSendInit");
        Check.error(MPI.ERR_TYPE, () -> comm.pSendInit(data, 4, 1, null, 0, TAG, none), "datatype");
        Check.error(MPI.ERR_INFO, () -> comm.pSendInit(data, 4, 1, MPI.INT, 0, TAG, null), "info");
        Prequest send = comm.pSendInit(data, 4, 1, MPI.INT, 0, TAG, none);
        Prequest receive = comm.pRecvInit(data.clone(), 4, 1, MPI.INT, 0, TAG, none);
        Prequest plain = comm.sendInit(data, 4, MPI.INT, 0, TAG);
        Check.error(MPI.ERR_REQUEST, () -> send.pReady(0), "not started");
        send.start();
        receive.start();
        Check.error(MPI.ERR_ARG, () -> send.pReady(4), "partition is 4", "0 to 3");
        Check.error(MPI.ERR_ARG, () -> send.pReadyRange(2, 1), "pReadyRange");
        Check.error(MPI.ERR_ARG, () -> receive.pArrived(-1), "partition is -1");
        Check.error(MPI.ERR_REQUEST, () -> receive.pReady(0), "of a receive");
        Check.error(MPI.ERR_REQUEST, () -> send.pArrived(0), "of a send");
        Check.error(MPI.ERR_REQUEST, () -> plain.pReady(0), "not of a partitioned operation");
        send.pReady(1);
        Check.error(MPI.ERR_REQUEST, () -> send.pReady(1), "partition 1 is ready already");
        Check.error(MPI.ERR_REQUEST, () -> send.pReadyRange(0, 3), "partition 1 is ready already");
        Check.error(MPI.ERR_REQUEST, send::cancel, "partitioned operation cannot be cancelled");
        Check.error(MPI.ERR_REQUEST, send::free, "cannot be freed before it is complete");
        send.pReadyList(new int[] {0, 2, 3});
        Request.waitAll(new Request[] {send, receive});
        send.free();
        receive.free();
        plain.free();
        Check.error(MPI.ERR_REQUEST, () -> send.pReady(0), "freed");
    }

    private static void many(Rank rank) {
        Intracomm comm = rank.comm();
        boolean sends = comm.getRank() == 0;
        for (int i = 0; i < 300; i++) {
            int[] data = sends ? new int[] {i, i + 1} : new int[2];
            Prequest request = sends
                    ? comm.pSendInit(data, 2, 1, MPI.INT, 1, TAG, MPI.INFO_NULL)
                    : comm.pRecvInit(data, 1, 2, MPI.INT, 0, TAG, MPI.INFO_NULL);
            if (i % 3 != 0) {
                request.start();
                if (sends) {
                    request.pReadyRange(0, 1);
                }
                request.waitFor();
                Check.equal(new int[] {i, i + 1}, data, "data " + i);
            }
            request.free();
        }
    }
}
