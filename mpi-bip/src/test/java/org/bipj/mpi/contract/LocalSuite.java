package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.Count;
import mpi.Datatype;
import mpi.DistGraphNeighbors;
import mpi.DoubleInt;
import mpi.FileView;
import mpi.FloatInt;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Group;
import mpi.Info;
import mpi.Int2;
import mpi.Intracomm;
import mpi.LongInt;
import mpi.MPI;
import mpi.MPIException;
import mpi.ShortInt;
import mpi.Status;
import mpi.Struct;
import mpi.Version;

/** What needs no other rank: objects of the program, and what communicators and datatypes say about themselves. */
public final class LocalSuite extends Suite {
    /** Adds the cases. */
    public LocalSuite() {
        add("statuses and counts", 1, LocalSuite::counts);
        add("datatypes: bounds, copies, names, attributes", 1, LocalSuite::datatypes);
        add("groups", 4, LocalSuite::groups);
        add("info objects", 1, LocalSuite::infos);
        add("copies of communicators", 2, LocalSuite::copies);
        add("buffers of the library", 1, LocalSuite::buffers);
        add("slices", 1, LocalSuite::slices);
        add("slices and buffers outside of what there is", 1, LocalSuite::outside);
        add("constants, versions, exceptions, views", 1, LocalSuite::others);
    }

    private static void counts(Rank rank) {
        Count three = new Count(3);
        Count more = new Count(1L << 40);
        Check.that(three.equals(new Count(3)) && !three.equals(more), "equals");
        Check.that(three.compareTo(more) < 0 && more.compareTo(three) > 0 && three.compareTo(three) == 0, "order");
        three.setCount(5);
        Check.equal(5, three.getCount(), "set");
        Status status = rank.comm().recv(null, 0, MPI.INT, MPI.PROC_NULL, 0);
        status.setElements(MPI.INT, 3);
        Check.equal(3, status.getElements(MPI.INT), "elements");
        Check.equal(12, status.getCount(MPI.BYTE), "bytes");
        status.setElementsX(MPI.BYTE, more);
        Check.equal(1L << 40, status.getElementsX(MPI.BYTE).getCount(), "many elements");
        Check.equal(MPI.UNDEFINED, status.getElements(MPI.BYTE), "more than an int");
        Check.that(!status.isCancelled(), "not cancelled");
        status.setCancelled(true);
        Check.that(status.isCancelled(), "cancelled");
    }

    private static void datatypes(Rank rank) throws Exception {
        Datatype type = Datatype.createIndexed(new int[] {2, 1}, new int[] {1, 4}, MPI.INT);
        Datatype wide = Datatype.createResized(type, -4, 28);
        Check.equal(-1, wide.getLb(), "lower bound");
        Check.equal(7, wide.getExtent(), "extent");
        Check.equal(1, wide.getTrueLb(), "true lower bound");
        Check.equal(4, wide.getTrueExtent(), "true extent");
        Check.equal(3, wide.getSize(), "size");
        wide.setName("wide");
        wide.commit();
        int key = Datatype.createKeyval();
        wide.setAttr(key, "value");
        for (Datatype copy : List.of(wide.dup(), wide.clone())) {
            Check.equal("wide", copy.getName(), "name");
            Check.equal("value", copy.getAttr(key), "attribute");
            Check.equal(7, copy.getExtent(), "extent of a copy");
            int[] found = new int[6];
            rank.comm().sendRecv(new int[] {0, 1, 2, 3, 4}, 1, copy, 0, 0, found, 1, copy, 0, 0);
            Check.equal(new int[] {0, 1, 2, 0, 4, 0}, found, "a copy of a committed type is committed");
            copy.free();
        }
        wide.deleteAttr(key);
        Check.equal(null, wide.getAttr(key), "a deleted attribute");
        Datatype.freeKeyval(key);
        Check.error(MPI.ERR_KEYVAL, () -> wide.getAttr(key), "Datatype.getAttr", key + " is no key");
        Check.error(MPI.ERR_KEYVAL, () -> wide.deleteAttr(key), "Datatype.deleteAttr", key + " is no key");
        Check.equal("INT", MPI.INT.getName(), "name of a predefined type");
        wide.free();
        type.free();
    }

    private static void groups(Rank rank) {
        Group all = rank.comm().getGroup();
        Group low = all.rangeIncl(new int[][] {{0, 2, 1}});
        Group odd = all.rangeIncl(new int[][] {{3, 1, -2}});
        Group both = Group.intersection(low, odd);
        Check.equal(1, both.getSize(), "size of an intersection");
        Check.equal(new int[] {1}, Group.translateRanks(both, new int[] {0}, all), "its member");
        Group rest = Group.difference(low, odd);
        Check.equal(new int[] {0, 2}, Group.translateRanks(rest, new int[] {0, 1}, all), "a difference");
        Check.equal(MPI.SIMILAR, Group.compare(Group.union(rest, odd), all), "all of them");
    }

    private static void infos(Rank rank) {
        Info info = new Info();
        info.set("b", "2");
        info.set("a", "1");
        Check.equal("a", info.getKey(0), "keys are sorted");
        for (Info copy : List.of(info.dup(), info.clone())) {
            copy.set("a", "9");
            Check.equal("1", info.get("a"), "the original");
            Check.equal(2, copy.size(), "number of keys");
        }
        rank.comm().setInfo(info);
        info.set("c", "3");
        Comm comm = rank.comm();
        Check.equal(2, comm.getInfo().size(), "a communicator's info is a copy");
    }

    private static void copies(Rank rank) {
        Comm comm = rank.comm();
        Comm begun = comm.iDup();
        begun.getRequest().waitFor();
        Info info = new Info();
        info.set("hint", "1");
        Comm hinted = comm.dupWithInfo(info);
        Check.equal("1", hinted.getInfo().get("hint"), "info of a duplicate");
        for (Comm copy : List.of(comm.dup(), comm.clone(), hinted, begun)) {
            Check.equal(MPI.CONGRUENT, Comm.compare(comm, copy), "the same processes in another context");
            int[] sum = {0};
            copy.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
            Check.equal(2, sum[0], "a sum");
            copy.free();
        }
        CartComm grid = rank.comm().createCart(new int[] {2}, new boolean[] {true}, false);
        for (CartComm copy : List.of(grid.clone(), grid.dupWithInfo(info))) {
            Check.equal(2, copy.getTopo().getDim(0), "topology of a copy");
            copy.free();
        }
        int me = rank.rank();
        Check.equal(me == 0 ? 0 : MPI.UNDEFINED, grid.map(new int[] {1}, new boolean[] {false}), "map");
        Check.equal(me, grid.map(new int[] {2, 1}, new boolean[2]), "map of a grid of the same size");
        Check.equal(12, comm.packSize(3, MPI.INT), "bytes of packed data");
        grid.free();
    }

    private static void buffers(Rank rank) {
        ByteBuffer bytes = MPI.newByteBuffer(8);
        bytes.putInt(4, 7);
        Check.equal(ByteOrder.nativeOrder(), bytes.order(), "order");
        ShortBuffer shorts = MPI.newShortBuffer(3);
        IntBuffer ints = MPI.newIntBuffer(3);
        LongBuffer longs = MPI.newLongBuffer(3);
        FloatBuffer floats = MPI.newFloatBuffer(3);
        DoubleBuffer doubles = MPI.newDoubleBuffer(3);
        CharBuffer chars = MPI.newCharBuffer(3);
        for (java.nio.Buffer buffer : List.of(shorts, ints, longs, floats, doubles, chars)) {
            Check.that(buffer.isDirect() && buffer.capacity() == 3, buffer.toString());
        }
        Intracomm comm = rank.comm();
        comm.sendRecv(new long[] {1, 2, 3}, 3, MPI.LONG, 0, 0, longs, 3, MPI.LONG, 0, 0);
        comm.sendRecv(new double[] {1, 2, 3}, 3, MPI.DOUBLE, 0, 0, doubles, 3, MPI.DOUBLE, 0, 0);
        comm.sendRecv("abc".toCharArray(), 3, MPI.CHAR, 0, 0, chars, 3, MPI.CHAR, 0, 0);
        comm.sendRecv(new short[] {4, 5, 6}, 3, MPI.SHORT, 0, 0, shorts, 3, MPI.SHORT, 0, 0);
        comm.sendRecv(new int[] {7, 8, 9}, 3, MPI.INT, 0, 0, ints, 3, MPI.INT, 0, 0);
        comm.sendRecv(new float[] {10, 11, 12}, 3, MPI.FLOAT, 0, 0, floats, 3, MPI.FLOAT, 0, 0);
        Check.that(longs.get(2) == 3 && doubles.get(2) == 3 && chars.get(2) == 'c', "8-byte types and chars");
        Check.that(shorts.get(2) == 6 && ints.get(2) == 9 && floats.get(2) == 12, "narrower types");
    }

    private static void slices(Rank rank) {
        Check.equal(2, MPI.slice(ByteBuffer.wrap(new byte[] {1, 2, 3}), 1).get(0), "ByteBuffer");
        Check.equal('b', MPI.slice(CharBuffer.wrap(new char[] {'a', 'b'}), 1).get(0), "CharBuffer");
        Check.equal(2, MPI.slice(ShortBuffer.wrap(new short[] {1, 2}), 1).get(0), "ShortBuffer");
        Check.equal(2, MPI.slice(IntBuffer.wrap(new int[] {1, 2}), 1).get(0), "IntBuffer");
        Check.equal(2, MPI.slice(LongBuffer.wrap(new long[] {1, 2}), 1).get(0), "LongBuffer");
        Check.that(MPI.slice(FloatBuffer.wrap(new float[] {1, 2}), 1).get(0) == 2, "FloatBuffer");
        Check.that(MPI.slice(DoubleBuffer.wrap(new double[] {1, 2}), 1).get(0) == 2, "DoubleBuffer");
        byte[] bytes = new byte[2];
        MPI.slice(bytes, 1).put(0, (byte) 9);
        Check.equal(9, bytes[1], "byte[]");
        Check.equal('b', MPI.slice(new char[] {'a', 'b'}, 1).get(0), "char[]");
        Check.equal(2, MPI.slice(new short[] {1, 2}, 1).get(0), "short[]");
        Check.equal(2, MPI.slice(new int[] {1, 2}, 1).get(0), "int[]");
        Check.equal(2, MPI.slice(new long[] {1, 2}, 1).get(0), "long[]");
        Check.that(MPI.slice(new float[] {1, 2}, 1).get(0) == 2, "float[]");
        Check.that(MPI.slice(new double[] {1, 2}, 1).get(0) == 2, "double[]");
        int[] found = new int[3];
        rank.comm()
                .sendRecv(MPI.slice(new int[] {1, 2, 3}, 1), 2, MPI.INT, 0, 0, MPI.slice(found, 1), 2, MPI.INT, 0, 0);
        Check.equal(new int[] {0, 2, 3}, found, "slices as buffers");
    }

    private static void outside(Rank rank) throws Exception {
        List<Check.Action> slices = List.of(
                () -> MPI.slice(new byte[3], 4),
                () -> MPI.slice(new char[3], 4),
                () -> MPI.slice(new short[3], 4),
                () -> MPI.slice(new int[3], 4),
                () -> MPI.slice(new long[3], 4),
                () -> MPI.slice(new float[3], 4),
                () -> MPI.slice(new double[3], 4),
                () -> MPI.slice(ByteBuffer.allocate(3), 4),
                () -> MPI.slice(CharBuffer.allocate(3), 4),
                () -> MPI.slice(ShortBuffer.allocate(3), 4),
                () -> MPI.slice(IntBuffer.allocate(3), 4),
                () -> MPI.slice(LongBuffer.allocate(3), 4),
                () -> MPI.slice(FloatBuffer.allocate(3), 4),
                () -> MPI.slice(DoubleBuffer.allocate(3), 4));
        for (Check.Action slice : slices) {
            Check.error(MPI.ERR_ARG, slice, "MPI.slice: offset is 4; expected 0 to 3");
        }
        Check.error(MPI.ERR_ARG, () -> MPI.slice(new int[3], -1), "offset is -1");
        Check.error(MPI.ERR_BUFFER, () -> MPI.slice((int[]) null, 0), "MPI.slice: the buffer is null");
        Check.error(MPI.ERR_BUFFER, () -> MPI.slice((IntBuffer) null, 0), "MPI.slice: the buffer is null");
        Check.equal(0, MPI.slice(new int[3], 3).capacity(), "an empty slice");
        Check.error(MPI.ERR_ARG, () -> MPI.newByteBuffer(-1), "MPI.newByteBuffer: capacity is -1; expected 0 to");
        Check.error(MPI.ERR_ARG, () -> MPI.newDoubleBuffer(1 << 28), "MPI.newDoubleBuffer", "expected 0 to 268435455");
        CartComm grid = rank.comm().createCart(new int[] {1, 1}, new boolean[2], false);
        CartParms parms = grid.getTopo();
        Check.error(MPI.ERR_ARG, () -> parms.getDim(2), "CartParms.getDim: i is 2; expected 0 to 1");
        Check.error(MPI.ERR_ARG, () -> parms.getPeriod(-1), "CartParms.getPeriod: i is -1");
        Check.error(MPI.ERR_ARG, () -> parms.getCoord(2), "CartParms.getCoord: i is 2");
        grid.free();
        GraphComm graph = rank.comm().createGraph(new int[] {1}, new int[] {0}, false);
        GraphParms definition = graph.getDims();
        Check.error(MPI.ERR_ARG, () -> definition.getIndex(1), "GraphParms.getIndex: i is 1; expected 0 to 0");
        Check.error(MPI.ERR_ARG, () -> definition.getEdge(-1), "GraphParms.getEdge: i is -1");
        graph.free();
        GraphComm distributed = rank.comm().createDistGraphAdjacent(new int[] {0}, new int[] {0}, MPI.INFO_NULL, false);
        DistGraphNeighbors neighbours = distributed.getDistGraphNeighbors();
        Check.error(MPI.ERR_ARG, () -> neighbours.getSource(1), "DistGraphNeighbors.getSource: i is 1");
        Check.error(MPI.ERR_ARG, () -> neighbours.getSourceWeight(-1), "DistGraphNeighbors.getSourceWeight");
        Check.error(MPI.ERR_ARG, () -> neighbours.getDestination(1), "getDestination: i is 1; expected 0 to 0");
        Check.error(MPI.ERR_ARG, () -> neighbours.getDestinationWeight(1), "getDestinationWeight");
        distributed.free();
    }

    private static void others(Rank rank) {
        Version version = MPI.getVersion();
        Check.equal(MPI.VERSION, version.getVersion(), "version");
        Check.equal(MPI.SUBVERSION, version.getSubVersion(), "subversion");
        Check.that(MPI.getLibVersion().startsWith("BIPJ"), MPI.getLibVersion());
        MPI.pControl(1, "no effect");
        Check.that(new MPI().getClass() == MPI.class, "an object that is of no use");
        Check.equal("words", new MPIException("words").getMessage(), "message");
        Exception cause = new IllegalStateException("why");
        MPIException wrapped = new MPIException(cause);
        Check.that(wrapped.getCause() == cause && wrapped.getMessage().contains("why"), "cause");
        Check.equal(MPI.ERR_OTHER, wrapped.getErrorCode(), "code");
        FileView view = new FileView(8, MPI.INT, MPI.DOUBLE, "native");
        Check.equal(8, view.getDisp(), "displacement");
        Check.that(view.getEType() == MPI.INT && view.getFileType() == MPI.DOUBLE, "types");
        Check.equal("native", view.getDataRep(), "representation");
        List<Struct.Data> data = List.of(
                MPI.shortInt.new Data(),
                MPI.longInt.new Data(),
                MPI.floatInt.new Data(),
                MPI.doubleInt.new Data(),
                MPI.int2.new Data());
        Check.that(
                data.get(0) instanceof ShortInt.Data
                        && data.get(1) instanceof LongInt.Data
                        && data.get(2) instanceof FloatInt.Data
                        && data.get(3) instanceof DoubleInt.Data
                        && data.get(4) instanceof Int2.Data,
                "data of pairs");
    }
}
