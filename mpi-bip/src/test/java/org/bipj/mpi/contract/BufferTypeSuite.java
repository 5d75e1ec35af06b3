package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.Request;

/** A buffer's type against the datatype's, in every call (MPI 4.1 section 3.3.1). */
public final class BufferTypeSuite extends Suite {
    private static final Datatype[] BASIC = {
        MPI.BYTE, MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE
    };

    /** Adds the cases. */
    public BufferTypeSuite() {
        add("every kind of buffer with every basic type", 1, BufferTypeSuite::matrix);
        add("what Open MPI's Java programs combine", 2, BufferTypeSuite::legal);
        add("derived types: the types that they contain count", 1, BufferTypeSuite::derived);
        add("a buffer of another type: refused by every call, and nothing is sent", 2, BufferTypeSuite::everyCall);
        add("a buffer of another type: refused by every collective call", 2, BufferTypeSuite::everyCollective);
        add("no data: any buffer will do", 1, BufferTypeSuite::noData);
        add("errors name what a datatype consists of", 1, BufferTypeSuite::names);
    }

    private static void matrix(Rank rank) throws Exception {
        Intracomm self = rank.self();
        Buffers.kinds().forEach((name, kind) -> {
            for (Datatype type : BASIC) {
                Buffers.Made made = kind.apply(rank, 48);
                boolean fits = made.type() == type || made.type() == MPI.BYTE || type == MPI.BYTE;
                int count = 48 / bytes(type);
                try {
                    Request send = self.iSend(made.object(), count, type, 0, 1);
                    Check.that(fits, () -> name + " was sent as " + type);
                    self.recv(made.object(), count, type, 0, 1);
                    send.waitFor();
                } catch (MPIException e) {
                    Check.that(!fits, () -> name + " as " + type + ": " + e.getMessage());
                    Check.equal(MPI.ERR_TYPE, e.getErrorClass(), e.getMessage());
                    String words = e.getMessage();
                    Check.that(words.contains(made.type().toString().toLowerCase()) || words.contains("Buffer"), words);
                    Check.that(words.contains("the datatype is " + type) && words.contains("a byte[]"), words);
                }
            }
            Buffers.Made made = kind.apply(rank, 48);
            Request packed = self.iSend(made.object(), 48, MPI.PACKED, 0, 2);
            self.recv(made.object(), 48, MPI.PACKED, 0, 2);
            packed.waitFor();
        });
        Check.error(
                MPI.ERR_TYPE,
                () -> self.send(new int[8], 4, MPI.DOUBLE, 0, 0),
                "the buffer is an int[] and the datatype is DOUBLE",
                "expected a double[], a DoubleBuffer, or bytes (a byte[], a ByteBuffer or a MemorySegment)");
        Check.error(
                MPI.ERR_TYPE,
                () -> self.recv(MPI.newIntBuffer(8), 4, MPI.DOUBLE, 0, 0),
                "the buffer is an IntBuffer and the datatype is DOUBLE");
        Check.that(self.iProbe(0, MPI.ANY_TAG) == null, "nothing was sent");
    }

    private static int bytes(Datatype type) {
        return type == MPI.BYTE || type == MPI.BOOLEAN
                ? 1
                : type == MPI.CHAR || type == MPI.SHORT ? 2 : type == MPI.INT || type == MPI.FLOAT ? 4 : 8;
    }

    private static void legal(Rank rank) {
        Intracomm comm = rank.comm();
        ByteBuffer bytes = rank.newByteBuffer(64);
        record Use(Object buffer, int count, Datatype type) {}
        List<Use> uses = new ArrayList<>(List.of(
                new Use(new float[4], 2, MPI.FLOAT_COMPLEX),
                new Use(FloatBuffer.allocate(4), 2, MPI.FLOAT_COMPLEX),
                new Use(MPI.newFloatBuffer(4), 2, MPI.FLOAT_COMPLEX),
                new Use(new double[4], 2, MPI.DOUBLE_COMPLEX),
                new Use(DoubleBuffer.allocate(4), 2, MPI.DOUBLE_COMPLEX),
                new Use(new int[4], 2, MPI.INT2),
                new Use(IntBuffer.allocate(4), 2, MPI.INT2),
                new Use(new char[4], 4, MPI.CHAR),
                new Use(new long[4], 4, MPI.LONG),
                new Use(new boolean[4], 4, MPI.BOOLEAN),
                new Use(new double[4], 32, MPI.BYTE),
                new Use(new double[4], 32, MPI.PACKED)));
        for (Datatype type : new Datatype[] {
            MPI.INT2, MPI.SHORT_INT, MPI.LONG_INT, MPI.FLOAT_INT, MPI.DOUBLE_INT, MPI.FLOAT_COMPLEX, MPI.DOUBLE_COMPLEX,
            MPI.CHAR, MPI.SHORT, MPI.BOOLEAN, MPI.INT, MPI.LONG, MPI.FLOAT, MPI.DOUBLE
        }) {
            uses.add(new Use(bytes, 2, type));
            uses.add(new Use(new byte[64], 2, type));
            uses.add(new Use(ByteBuffer.allocate(64), 2, type));
        }
        for (Use use : uses) {
            if (comm.getRank() == 0) {
                comm.send(use.buffer(), use.count(), use.type(), 1, 0);
            } else {
                comm.recv(use.buffer(), use.count(), use.type(), 0, 0);
            }
            comm.bcast(use.buffer(), use.count(), use.type(), 0);
        }
        DoubleInt.Data pair = MPI.doubleInt.getData(bytes);
        pair.putValue(comm.getRank());
        pair.putIndex(comm.getRank());
        comm.allReduce(bytes, 1, MPI.DOUBLE_INT, MPI.MAXLOC);
        Check.equal(1, pair.getIndex(), "the rank of the largest value");
    }

    private static void derived(Rank rank) throws Exception {
        Intracomm self = rank.self();
        Datatype column = committed(Datatype.createVector(3, 1, 2, MPI.DOUBLE));
        Datatype ints =
                committed(Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.INT}));
        Datatype mixed = committed(
                Datatype.createStruct(new int[] {2, 1}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE}));
        Datatype emptyPart = committed(
                Datatype.createStruct(new int[] {2, 0}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE}));
        Datatype withBytes = committed(
                Datatype.createStruct(new int[] {1, 4}, new int[] {0, 4}, new Datatype[] {MPI.INT, MPI.BYTE}));
        Datatype bytes = committed(Datatype.createVector(3, 4, 8, MPI.BYTE));
        Datatype twice = committed(Datatype.createResized(Datatype.createContiguous(2, column), 0, 80));
        for (Object buffer : new Object[] {new byte[160], ByteBuffer.allocate(160), rank.newByteBuffer(160)}) {
            for (Datatype type : new Datatype[] {column, ints, mixed, emptyPart, withBytes, bytes, twice}) {
                self.iSend(buffer, 1, type, 0, 0);
                self.recv(buffer, 1, type, 0, 0);
            }
        }
        accepts(self, new double[20], column, twice, bytes);
        refuses(self, new double[20], ints, mixed, emptyPart, withBytes);
        accepts(self, new int[40], ints, emptyPart, withBytes, bytes);
        refuses(self, new int[40], column, mixed, twice);
        refuses(self, IntBuffer.allocate(40), column, mixed, twice);
        refuses(self, new long[20], column, ints, mixed, emptyPart, withBytes, twice);
        Check.error(
                MPI.ERR_TYPE,
                () -> self.send(new int[40], 1, mixed, 0, 0),
                "an int[]",
                "DOUBLE and INT",
                "expected a byte[], a ByteBuffer or a MemorySegment");
        Check.error(MPI.ERR_TYPE, () -> self.bcast(new int[40], 1, mixed, 0), "an int[]", "DOUBLE and INT");
    }

    static Datatype committed(Datatype type) {
        type.commit();
        return type;
    }

    private static void accepts(Comm self, Object buffer, Datatype... types) {
        for (Datatype type : types) {
            Request send = self.iSend(buffer, 1, type, 0, 0);
            self.recv(buffer, 1, type, 0, 0);
            send.waitFor();
            self.bcast(buffer, 1, type, 0);
        }
    }

    private static void refuses(Comm self, Object buffer, Datatype... types) throws Exception {
        for (Datatype type : types) {
            Check.error(MPI.ERR_TYPE, () -> self.iSend(buffer, 1, type, 0, 0), "the buffer is a");
            Check.error(MPI.ERR_TYPE, () -> self.iRecv(buffer, 1, type, 0, 0), "the buffer is a");
            Check.error(MPI.ERR_TYPE, () -> self.bcast(buffer, 1, type, 0), "the buffer is a");
        }
    }

    private static void everyCall(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        int[] ints = new int[8];
        double[] doubles = new double[4];
        rank.attachBuffer(new byte[1000]);
        for (Check.Action action : new Check.Action[] {
            () -> comm.send(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.sSend(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.rSend(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.bSend(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.iSend(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.isSend(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.irSend(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.ibSend(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.recv(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.iRecv(ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.iRecv(ints, 4, MPI.DOUBLE, MPI.ANY_SOURCE, MPI.ANY_TAG),
            () -> comm.sendRecv(ints, 4, MPI.DOUBLE, other, 0, doubles, 4, MPI.DOUBLE, other, 0),
            () -> comm.sendRecv(doubles, 4, MPI.DOUBLE, other, 0, ints, 4, MPI.DOUBLE, other, 0),
            () -> comm.sendRecvReplace(ints, 4, MPI.DOUBLE, other, 0, other, 0),
            () -> comm.pack(ints, 4, MPI.DOUBLE, new byte[32], 0),
            () -> comm.unpack(new byte[32], 0, ints, 4, MPI.DOUBLE)
        }) {
            Check.error(MPI.ERR_TYPE, action, "an int[]", "DOUBLE");
        }
        rank.detachBuffer();
        comm.barrier();
        Check.that(comm.iProbe(other, 0) == null, "a refused call has sent something");
        Request probed = comm.iSend(doubles, 4, MPI.DOUBLE, other, 1);
        Message message = new Message();
        message.mProbe(other, 1, comm);
        Check.error(MPI.ERR_TYPE, () -> message.mRecv(ints, 4, MPI.DOUBLE), "an int[]", "DOUBLE");
        message.mRecv(doubles, 4, MPI.DOUBLE);
        probed.waitFor();
    }

    private static void everyCollective(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] wrong = new int[16];
        double[] right = new double[8];
        double[] more = new double[8];
        int[] two = {2, 2};
        int[] displs = {0, 2};
        Datatype[] types = {MPI.DOUBLE, MPI.DOUBLE};
        int[] byteDispls = {0, 16};
        for (Check.Action action : new Check.Action[] {
            () -> comm.bcast(wrong, 4, MPI.DOUBLE, 0),
            () -> comm.gather(wrong, 2, MPI.DOUBLE, right, 2, MPI.DOUBLE, 0),
            () -> comm.gatherv(wrong, 2, MPI.DOUBLE, right, two, displs, MPI.DOUBLE, 0),
            () -> comm.scatter(right, 2, MPI.DOUBLE, wrong, 2, MPI.DOUBLE, 0),
            () -> comm.scatterv(right, two, displs, MPI.DOUBLE, wrong, 2, MPI.DOUBLE, 0),
            () -> comm.allGather(wrong, 2, MPI.DOUBLE, right, 2, MPI.DOUBLE),
            () -> comm.allGather(right, 2, MPI.DOUBLE, wrong, 2, MPI.DOUBLE),
            () -> comm.allGather(wrong, 2, MPI.DOUBLE),
            () -> comm.allGatherv(right, 2, MPI.DOUBLE, wrong, two, displs, MPI.DOUBLE),
            () -> comm.allToAll(wrong, 2, MPI.DOUBLE, right, 2, MPI.DOUBLE),
            () -> comm.allToAllv(right, two, displs, MPI.DOUBLE, wrong, two, displs, MPI.DOUBLE),
            () -> comm.allToAllw(wrong, two, byteDispls, types, right, two, byteDispls, types),
            () -> comm.reduce(wrong, right, 4, MPI.DOUBLE, MPI.SUM, 0),
            () -> comm.allReduce(right, wrong, 4, MPI.DOUBLE, MPI.SUM),
            () -> comm.allReduce(wrong, 4, MPI.DOUBLE, MPI.SUM),
            () -> comm.reduceScatter(wrong, right, two, MPI.DOUBLE, MPI.SUM),
            () -> comm.reduceScatterBlock(right, wrong, 2, MPI.DOUBLE, MPI.SUM),
            () -> comm.scan(wrong, right, 4, MPI.DOUBLE, MPI.SUM),
            () -> comm.exScan(right, wrong, 4, MPI.DOUBLE, MPI.SUM),
            () -> Comm.reduceLocal(wrong, right, 4, MPI.DOUBLE, MPI.SUM)
        }) {
            Check.error(MPI.ERR_TYPE, action, "the buffer is an int[] and the datatype is DOUBLE");
        }
        // No rank has begun anything: the next operation is in step.
        right[0] = rank.rank() + 1;
        comm.allReduce(right, more, 1, MPI.DOUBLE, MPI.SUM);
        Check.that(more[0] == 3, "the sum after all errors");
    }

    private static void noData(Rank rank) {
        Intracomm self = rank.self();
        Datatype nothing = committed(Datatype.createContiguous(0, MPI.DOUBLE));
        self.sendRecv(new int[8], 0, MPI.DOUBLE, 0, 0, new int[8], 0, MPI.DOUBLE, 0, 0);
        self.sendRecv(new int[8], 5, nothing, 0, 0, new int[8], 5, nothing, 0, 0);
        self.sendRecvReplace(new int[8], 0, MPI.DOUBLE, 0, 0, 0, 0);
        self.bcast(new int[8], 0, MPI.DOUBLE, 0);
        self.allReduce(new int[8], 0, MPI.DOUBLE, MPI.SUM);
        self.send(new int[8], 4, MPI.DOUBLE, MPI.PROC_NULL, 0);
        self.recv(new int[8], 4, MPI.DOUBLE, MPI.PROC_NULL, 0);
    }

    private static void names(Rank rank) throws Exception {
        Intracomm self = rank.self();
        Datatype column = Datatype.createVector(3, 1, 4, MPI.DOUBLE);
        Check.that(column.toString().contains("DOUBLE"), column::toString);
        Check.error(MPI.ERR_TYPE, () -> self.send(new double[9], 1, column, 0, 0), "DOUBLE", "not committed");
        column.commit();
        double[] small = new double[8];
        Check.error(MPI.ERR_BUFFER, () -> self.send(small, 1, column, 0, 0), "a datatype of DOUBLE", "of 64 bytes");
        Check.error(MPI.ERR_BUFFER, () -> self.bcast(small, 1, column, 0), "a datatype of DOUBLE", "of 64 bytes");
        column.setName("column");
        Check.that(column.toString().contains("column") && column.toString().contains("DOUBLE"), column::toString);
        Check.error(MPI.ERR_BUFFER, () -> self.bcast(small, 1, column, 0), "column", "DOUBLE");
        Datatype mixed =
                Datatype.createStruct(new int[] {1, 2}, new int[] {0, 8}, new Datatype[] {MPI.INT, MPI.DOUBLE});
        Check.that(mixed.toString().contains("DOUBLE and INT"), mixed::toString);
        Check.error(MPI.ERR_TYPE, () -> self.recv(new byte[24], 1, mixed, 0, 0), "DOUBLE and INT", "not committed");
        mixed.commit();
        Check.error(MPI.ERR_BUFFER, () -> self.recv(new byte[8], 1, mixed, 0, 0), "DOUBLE and INT", "of 8 bytes");
        mixed.free();
        Check.error(MPI.ERR_TYPE, () -> self.recv(new byte[24], 1, mixed, 0, 0), "DOUBLE and INT", "freed");
        Check.equal("FLOAT_COMPLEX", MPI.FLOAT_COMPLEX.toString(), "a predefined type");
        Check.equal("DATATYPE_NULL", MPI.DATATYPE_NULL.toString(), "no type");
    }
}
