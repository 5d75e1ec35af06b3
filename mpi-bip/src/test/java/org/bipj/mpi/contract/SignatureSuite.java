package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** The sender's type against the receiver's, where that is checked (MPI 4.1 section 3.3.1). */
public final class SignatureSuite extends Suite {
    /** Adds the cases. */
    public SignatureSuite() {
        add("a message of another type, short and long, early and late", 2, SignatureSuite::otherType);
        add("a message of another type, received in every way", 2, SignatureSuite::everyReceive);
        add("a message of another type, of requests that are waited for together", 2, SignatureSuite::requests);
        add("a message of another type to oneself", 1, SignatureSuite::toSelf);
        add("structs of other types, and of the same in another order", 2, SignatureSuite::structs);
        add("equal types, however they are put together, and beginnings of them", 2, SignatureSuite::equal);
        add("collective calls with different types", 2, SignatureSuite::collectives);
    }

    /** A receive of another type than was sent: an error where types are checked, else nothing is noticed. */
    private static void mistyped(Rank rank, Check.Action receive, String... words) throws Exception {
        if (rank.checksTypes()) {
            Check.error(MPI.ERR_TYPE, receive, words);
        } else {
            receive.run();
        }
    }

    private static void otherType(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (int size : rank.sizes().all()) {
            int n = size / 8;
            if (n == 0) {
                continue;
            }
            double[] doubles = new double[n];
            long[] longs = new long[n];
            if (comm.getRank() == 0) {
                comm.send(doubles, n, MPI.DOUBLE, 1, 1);
                comm.recv(null, 0, MPI.BYTE, 1, 2);
                comm.send(doubles, n, MPI.DOUBLE, 1, 3);
                comm.send(doubles, n, MPI.DOUBLE, 1, 4);
            } else {
                comm.probe(0, 1);
                mistyped(
                        rank,
                        () -> comm.recv(longs, n, MPI.LONG, 0, 1),
                        "recv",
                        "rank 0",
                        "tag 1",
                        "consists of DOUBLE",
                        "receive is for LONG");
                Request late = comm.iRecv(longs, n, MPI.LONG, 0, 3);
                comm.send(null, 0, MPI.BYTE, 0, 2);
                mistyped(rank, late::waitFor, "waitFor", "rank 0", "tag 3", "DOUBLE", "LONG");
                // The next one is sound.
                Status status = comm.recv(doubles, n, MPI.DOUBLE, 0, 4);
                Check.equal(n, status.getCount(MPI.DOUBLE), "the sound message");
            }
        }
    }

    private static void everyReceive(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int n = 8;
        int[] ints = new int[n];
        float[] floats = new float[n];
        char[] chars = new char[n];
        short[] shorts = new short[n];
        if (comm.getRank() == 0) {
            comm.send(ints, n, MPI.INT, 1, 0);
            comm.sSend(ints, n, MPI.INT, 1, 1);
            comm.iSend(ints, n, MPI.INT, 1, 2).waitFor();
            rank.attachBuffer(new byte[1000]);
            comm.bSend(ints, n, MPI.INT, 1, 3);
            rank.detachBuffer();
            comm.sendRecv(chars, n, MPI.CHAR, 1, 4, shorts, n, MPI.SHORT, 1, 4);
            comm.sendRecvReplace(chars, n, MPI.CHAR, 1, 5, 1, 5);
            comm.send(new boolean[n], n, MPI.BOOLEAN, 1, 6);
            comm.send(ints, n, MPI.INT, 1, 7);
        } else {
            mistyped(rank, () -> comm.recv(floats, n, MPI.FLOAT, MPI.ANY_SOURCE, 0), "recv", "INT", "FLOAT");
            mistyped(rank, () -> comm.recv(floats, n, MPI.FLOAT, 0, MPI.ANY_TAG), "tag 1", "INT", "FLOAT");
            Message message = new Message();
            message.mProbe(0, 2, comm);
            mistyped(rank, () -> message.mRecv(floats, n, MPI.FLOAT), "tag 2", "INT", "FLOAT");
            Request tested = comm.iRecv(floats, n, MPI.FLOAT, 0, 3);
            Status status = tested.getStatus();
            while (status == null) {
                status = tested.getStatus();
            }
            Check.equal(rank.checksTypes() ? MPI.ERR_TYPE : MPI.SUCCESS, status.getError(), "error in the status");
            mistyped(rank, tested::test, "test", "INT", "FLOAT");
            mistyped(
                    rank,
                    () -> comm.sendRecv(shorts, n, MPI.SHORT, 0, 4, shorts.clone(), n, MPI.SHORT, 0, 4),
                    "sendRecv",
                    "CHAR",
                    "SHORT");
            mistyped(
                    rank,
                    () -> {
                        comm.send(chars, n, MPI.CHAR, 0, 5);
                        comm.recv(shorts, n, MPI.SHORT, 0, 5);
                    },
                    "CHAR",
                    "SHORT");
            // Room for more, of another type.
            mistyped(rank, () -> comm.recv(new double[n], n, MPI.DOUBLE, 0, 6), "BOOLEAN", "DOUBLE");
            // A message that is too long is told as such.
            Check.error(MPI.ERR_TRUNCATE, () -> comm.recv(floats, 2, MPI.FLOAT, 0, 7), "32 bytes");
        }
    }

    private static void requests(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            for (int tag = 0; tag < 3; tag++) {
                comm.send(new int[] {tag}, 1, tag == 1 ? MPI.BYTE : MPI.INT, 1, tag);
            }
            return;
        }
        float[] wrong = new float[1];
        Request[] requests = {
            comm.iRecv(wrong, 1, MPI.FLOAT, 0, 0),
            comm.iRecv(new byte[1], 1, MPI.BYTE, 0, 1),
            comm.iRecv(new int[1], 1, MPI.INT, 0, 2)
        };
        if (!rank.checksTypes()) {
            Request.waitAll(requests);
            return;
        }
        MPIException e = Check.error(MPI.ERR_IN_STATUS, () -> Request.waitAll(requests), "requests[0]", "INT", "FLOAT");
        int[] errors = Arrays.stream(e.getStatuses()).mapToInt(Status::getError).toArray();
        Check.equal(new int[] {MPI.ERR_TYPE, MPI.SUCCESS, MPI.SUCCESS}, errors, "errors of all");
    }

    private static void toSelf(Rank rank) throws Exception {
        Intracomm self = rank.self();
        for (int n : new int[] {1, rank.sizes().large() / 8}) {
            double[] doubles = new double[n];
            long[] longs = new long[n];
            Request early = self.iSend(doubles, n, MPI.DOUBLE, 0, 1);
            mistyped(rank, () -> self.recv(longs, n, MPI.LONG, 0, 1), "DOUBLE", "LONG");
            early.waitFor();
            Request posted = self.iRecv(longs, n, MPI.LONG, 0, 1);
            self.send(doubles, n, MPI.DOUBLE, 0, 1);
            mistyped(rank, posted::waitFor, "DOUBLE", "LONG");
            self.sendRecv(doubles, n, MPI.DOUBLE, 0, 1, new double[n], n, MPI.DOUBLE, 0, 1);
            mistyped(
                    rank,
                    () -> self.allGather(doubles, n, MPI.DOUBLE, longs, n, MPI.LONG),
                    "allGather",
                    "DOUBLE",
                    "LONG");
        }
    }

    private static Datatype struct(Object... lengthsAndTypes) {
        int n = lengthsAndTypes.length / 2;
        int[] lengths = new int[n];
        int[] displs = new int[n];
        Datatype[] types = new Datatype[n];
        int at = 0;
        for (int i = 0; i < n; i++) {
            lengths[i] = (int) lengthsAndTypes[2 * i];
            types[i] = (Datatype) lengthsAndTypes[2 * i + 1];
            displs[i] = at;
            at += lengths[i] * 16;
        }
        return BufferTypeSuite.committed(Datatype.createStruct(lengths, displs, types));
    }

    private static void structs(Rank rank) throws Exception {
        Datatype intDouble = struct(1, MPI.INT, 1, MPI.DOUBLE);
        Datatype doubleInt = struct(1, MPI.DOUBLE, 1, MPI.INT);
        Datatype threeInts = struct(3, MPI.INT);
        Datatype intLong = struct(1, MPI.INT, 1, MPI.LONG);
        Datatype intBytes = struct(1, MPI.INT, 8, MPI.BYTE);
        Datatype twice = struct(1, MPI.INT, 1, MPI.DOUBLE, 1, MPI.INT, 1, MPI.DOUBLE);
        differ(rank, intDouble, 1, doubleInt, 1, "several types", "DOUBLE and INT");
        differ(rank, intDouble, 1, threeInts, 1, "several types", "INT");
        differ(rank, threeInts, 1, intDouble, 1, "INT", "DOUBLE and INT");
        differ(rank, intDouble, 1, intLong, 1, "several types", "INT and LONG");
        differ(rank, intDouble, 1, intBytes, 1, "several types");
        differ(rank, intDouble, 2, struct(2, MPI.INT, 2, MPI.DOUBLE), 1, "several types");
        differ(rank, intDouble, 1000, doubleInt, 1000, "several types");
        differ(rank, MPI.SHORT_INT, 2, struct(1, MPI.SHORT, 2, MPI.INT, 1, MPI.SHORT), 1, "several types");
        differ(rank, MPI.INT, 2, twice, 1, "INT");
        same(rank, intDouble, 2, twice, 1);
        same(rank, intDouble, 1, twice, 2);
    }

    private static void differ(Rank rank, Datatype sent, int n, Datatype wanted, int room, String... words)
            throws Exception {
        byte[] memory = new byte[200_000];
        if (rank.rank() == 0) {
            rank.comm().send(memory, n, sent, 1, 0);
        } else {
            mistyped(rank, () -> rank.comm().recv(memory, room, wanted, 0, 0), words);
        }
    }

    private static void same(Rank rank, Datatype sent, int n, Datatype wanted, int room) {
        byte[] memory = new byte[200_000];
        if (rank.rank() == 0) {
            rank.comm().send(memory, n, sent, 1, 0);
        } else {
            rank.comm().recv(memory, room, wanted, 0, 0);
        }
    }

    private static void equal(Rank rank) {
        Datatype column = BufferTypeSuite.committed(Datatype.createVector(5, 2, 3, MPI.INT));
        Datatype intDouble = struct(2, MPI.INT, 1, MPI.DOUBLE);
        Datatype apart = struct(1, MPI.INT, 1, MPI.INT, 1, MPI.DOUBLE);
        Datatype nested = BufferTypeSuite.committed(Datatype.createContiguous(3, intDouble));
        same(rank, MPI.INT, 20, column, 2);
        same(rank, column, 2, MPI.INT, 100);
        same(rank, MPI.INT, 7, column, 2);
        same(rank, intDouble, 4, apart, 4);
        same(rank, apart, 3, nested, 1);
        same(rank, nested, 2, intDouble, 1000);
        same(rank, intDouble, 5, nested, 1000);
        // A beginning of one type is of that type.
        same(rank, MPI.INT, 2, intDouble, 1);
        same(rank, MPI.INT, 1, intDouble, 1);
        same(rank, MPI.DOUBLE, 0, MPI.INT, 3);
        // Complex numbers are two values; pairs are a value and an int.
        same(rank, MPI.FLOAT_COMPLEX, 3, MPI.FLOAT, 6);
        same(rank, MPI.DOUBLE, 2, MPI.DOUBLE_COMPLEX, 1);
        same(rank, MPI.INT2, 3, MPI.INT, 6);
        same(rank, MPI.DOUBLE_INT, 1, struct(1, MPI.DOUBLE, 1, MPI.INT), 1);
        // Bytes match everything.
        for (Datatype type : new Datatype[] {MPI.DOUBLE, column, intDouble, nested, MPI.SHORT_INT}) {
            same(rank, type, 1, MPI.BYTE, 1000);
            same(rank, type, 1, MPI.PACKED, 1000);
            same(rank, MPI.BYTE, 40, type, 1000);
            same(rank, MPI.PACKED, 40, type, 1000);
        }
    }

    private static void collectives(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        boolean root = rank.rank() == 0;
        for (int n : new int[] {3, rank.sizes().large() / 4}) {
            float[] floats = new float[2 * n];
            int[] ints = new int[2 * n];
            Object mine = root ? floats : ints;
            Datatype type = root ? MPI.FLOAT : MPI.INT;
            if (root) {
                comm.bcast(floats, n, MPI.FLOAT, 0);
                mistyped(
                        rank,
                        () -> comm.gather(floats, n, MPI.FLOAT, floats.clone(), n, MPI.FLOAT, 0),
                        "gather",
                        "rank 1 contributed INT",
                        "rank 0 expected FLOAT");
                comm.scatter(floats, n, MPI.FLOAT, floats.clone(), n, MPI.FLOAT, 0);
            } else {
                mistyped(
                        rank,
                        () -> comm.bcast(ints, n, MPI.INT, 0),
                        "bcast",
                        "rank 0 contributed FLOAT",
                        "rank 1 expected INT");
                comm.gather(ints, n, MPI.INT, null, 0, MPI.INT, 0);
                mistyped(rank, () -> comm.scatter(null, 0, MPI.INT, ints, n, MPI.INT, 0), "scatter", "FLOAT", "INT");
            }
            if (n == 3) {
                // A longer one has pieces under way when it fails.
                mistyped(rank, () -> comm.allReduce(mine, n, type, MPI.MAX), "allReduce", "FLOAT", "INT");
            }
        }
        // Equal types in different clothes.
        Datatype column = BufferTypeSuite.committed(Datatype.createVector(4, 1, 2, MPI.INT));
        comm.bcast(new int[8], root ? 4 : 1, root ? MPI.INT : column, 0);
        comm.bcast(new byte[8], root ? 8 : 2, root ? MPI.BYTE : MPI.INT, 0);
        ByteBuffer bytes = ByteBuffer.allocate(32).order(ByteOrder.nativeOrder());
        comm.allReduce(root ? new int[8] : bytes, 8, MPI.INT, MPI.SUM);
    }
}
