package org.bipj.mpi.contract;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import mpi.CartComm;
import mpi.CartParms;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.ShiftParms;
import mpi.Status;

/**
 * The calls of the contract suites in the second dialect: each method does by methods of mpiJava 1.2 what the method of the same
 * name does whose object is its first parameter. {@link DialectRewriter} makes suites call these. Arrays are often sent out of, and
 * received into, larger ones, from an element behind the first on.
 */
public final class InSecondDialect {
    /** Elements before the data of an array that is shifted. */
    private static final int SHIFT = 3;

    /** Words of errors that the second dialect does not know: types need no commit, what is sent may lie where data are received. */
    private static final Set<String> NO_ERRORS = Set.of("not committed", "overlap", "one object");

    private InSecondDialect() {}

    /** A buffer, and the element of it at which the data begin. */
    private record Shifted(Object buf, int offset, Object original) {
        /** Every other array of numbers that is large enough lies in a larger one for the call. */
        static Shifted of(Object buf, long count, Datatype type) {
            if (buf == null || !buf.getClass().isArray() || !fits(buf, count, type)) {
                return new Shifted(buf, 0, buf);
            }
            int length = Array.getLength(buf);
            Object larger = Array.newInstance(buf.getClass().getComponentType(), length + SHIFT);
            System.arraycopy(buf, 0, larger, SHIFT, length);
            return new Shifted(larger, SHIFT, buf);
        }

        private static boolean fits(Object buf, long count, Datatype type) {
            int length = Array.getLength(buf);
            try {
                return length % 2 == 0
                        && type.Lb() >= 0
                        && type.Extent() > 0
                        && count >= 0
                        && count * type.Extent() <= length;
            } catch (MPIException | NullPointerException e) {
                return false;
            }
        }

        /** Puts what was received where the caller expects it. */
        void back() {
            if (buf != original) {
                System.arraycopy(buf, offset, original, 0, Array.getLength(original));
            }
        }
    }

    // ---- point to point ------------------------------------------------------------------------------------------

    public static void send(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        Shifted from = Shifted.of(buf, count, type);
        comm.Send(from.buf, from.offset, count, type, dest, tag);
    }

    public static void sSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        Shifted from = Shifted.of(buf, count, type);
        comm.Ssend(from.buf, from.offset, count, type, dest, tag);
    }

    public static void rSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        Shifted from = Shifted.of(buf, count, type);
        comm.Rsend(from.buf, from.offset, count, type, dest, tag);
    }

    public static void bSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        Shifted from = Shifted.of(buf, count, type);
        comm.Bsend(from.buf, from.offset, count, type, dest, tag);
    }

    public static Status recv(Comm comm, Object buf, int count, Datatype type, int source, int tag) {
        Shifted to = Shifted.of(buf, count, type);
        try {
            return comm.Recv(to.buf, to.offset, count, type, source, tag);
        } finally {
            to.back();
        }
    }

    public static Status sendRecv(
            Comm comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag) {
        Shifted from = Shifted.of(sendbuf, sendcount, sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, recvcount, recvtype);
        try {
            return comm.Sendrecv(
                    from.buf,
                    from.offset,
                    sendcount,
                    sendtype,
                    dest,
                    sendtag,
                    to.buf,
                    to.offset,
                    recvcount,
                    recvtype,
                    source,
                    recvtag);
        } finally {
            to.back();
        }
    }

    public static Status sendRecvReplace(
            Comm comm, Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag) {
        Shifted both = Shifted.of(buf, count, type);
        try {
            return comm.Sendrecv_replace(both.buf, both.offset, count, type, dest, sendtag, source, recvtag);
        } finally {
            both.back();
        }
    }

    public static Request iSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Isend(buf, 0, count, type, dest, tag);
    }

    public static Request isSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Issend(buf, 0, count, type, dest, tag);
    }

    public static Request irSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Irsend(buf, 0, count, type, dest, tag);
    }

    public static Request ibSend(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Ibsend(buf, 0, count, type, dest, tag);
    }

    public static Request iRecv(Comm comm, Object buf, int count, Datatype type, int source, int tag) {
        return comm.Irecv(buf, 0, count, type, source, tag);
    }

    public static Prequest sendInit(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Send_init(buf, 0, count, type, dest, tag);
    }

    public static Prequest sSendInit(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Ssend_init(buf, 0, count, type, dest, tag);
    }

    public static Prequest rSendInit(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Rsend_init(buf, 0, count, type, dest, tag);
    }

    public static Prequest bSendInit(Comm comm, Object buf, int count, Datatype type, int dest, int tag) {
        return comm.Bsend_init(buf, 0, count, type, dest, tag);
    }

    public static Prequest recvInit(Comm comm, Object buf, int count, Datatype type, int source, int tag) {
        return comm.Recv_init(buf, 0, count, type, source, tag);
    }

    public static Status iProbe(Comm comm, int source, int tag) {
        return comm.Iprobe(source, tag);
    }

    public static Status probe(Comm comm, int source, int tag) {
        return comm.Probe(source, tag);
    }

    public static void attachBuffer(byte[] buffer) {
        // Buffer_attach puts it in the place of another one, which is an error of the first dialect.
        MPI.attachBuffer(buffer);
    }

    public static byte[] detachBuffer() {
        return MPI.Buffer_detach();
    }

    // ---- requests and statuses -----------------------------------------------------------------------------------

    public static void waitFor(Request request) {
        request.Wait();
    }

    public static Status waitStatus(Request request) {
        return request.Wait();
    }

    public static boolean test(Request request) {
        return request.Test() != null;
    }

    public static Status testStatus(Request request) {
        return request.Test();
    }

    public static void free(Request request) {
        request.Free();
    }

    public static void cancel(Request request) {
        request.Cancel();
    }

    public static boolean isNull(Request request) {
        return request.Is_null();
    }

    public static void start(Prequest request) {
        request.Start();
    }

    public static void startAll(Prequest[] requests) {
        // Nulls are left out in the second dialect.
        if (Arrays.asList(requests).contains(null)) {
            Prequest.startAll(requests);
        } else {
            Prequest.Startall(requests);
        }
    }

    public static Status waitAnyStatus(Request[] requests) {
        return Request.Waitany(requests);
    }

    public static int waitAny(Request[] requests) {
        return Request.Waitany(requests).index;
    }

    public static Status testAnyStatus(Request[] requests) {
        return Request.Testany(requests);
    }

    public static int testAny(Request[] requests) {
        Status status = Request.Testany(requests);
        return status == null ? MPI.UNDEFINED : status.index;
    }

    public static void waitAll(Request[] requests) {
        Request.Waitall(requests);
    }

    public static boolean testAll(Request[] requests) {
        return Request.Testall(requests) != null;
    }

    public static Status[] waitSomeStatus(Request[] requests) {
        Status[] some = Request.Waitsome(requests);
        return some.length == 0 ? null : some;
    }

    public static Status[] testSomeStatus(Request[] requests) {
        Status[] some = Request.Testsome(requests);
        // None is active, or none is complete.
        return some.length == 0 ? Request.testSomeStatus(requests) : some;
    }

    public static int getSource(Status status) {
        return status.source;
    }

    public static int getTag(Status status) {
        return status.tag;
    }

    public static int getIndex(Status status) {
        return status.index;
    }

    public static int getCount(Status status, Datatype type) {
        return status.Get_count(type);
    }

    public static boolean isCancelled(Status status) {
        return status.Test_cancelled();
    }

    // ---- datatypes -----------------------------------------------------------------------------------------------

    public static void commit(Datatype type) {
        type.Commit();
    }

    public static Datatype createContiguous(int count, Datatype old) {
        return Datatype.Contiguous(count, old);
    }

    public static Datatype createVector(int count, int blockLength, int stride, Datatype old) {
        return Datatype.Vector(count, blockLength, stride, old);
    }

    public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype old) {
        return Datatype.Indexed(blockLengths, displacements, old);
    }

    public static int pack(Comm comm, Object inbuf, int count, Datatype type, byte[] outbuf, int position) {
        Shifted from = Shifted.of(inbuf, count, type);
        return comm.Pack(from.buf, from.offset, count, type, outbuf, position);
    }

    public static int unpack(Comm comm, byte[] inbuf, int position, Object outbuf, int count, Datatype type) {
        Shifted to = Shifted.of(outbuf, count, type);
        try {
            return comm.Unpack(inbuf, position, to.buf, to.offset, count, type);
        } finally {
            to.back();
        }
    }

    public static int packSize(Comm comm, int count, Datatype type) {
        return comm.Pack_size(count, type);
    }

    // ---- collective operations -----------------------------------------------------------------------------------

    public static void barrier(Intracomm comm) {
        comm.Barrier();
    }

    public static void bcast(Intracomm comm, Object buf, int count, Datatype type, int root) {
        Shifted both = Shifted.of(buf, count, type);
        try {
            comm.Bcast(both.buf, both.offset, count, type, root);
        } finally {
            both.back();
        }
    }

    public static void gather(
            Intracomm comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        Shifted from = Shifted.of(sendbuf, sendcount, sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, (long) recvcount * comm.Size(), recvtype);
        try {
            comm.Gather(from.buf, from.offset, sendcount, sendtype, to.buf, to.offset, recvcount, recvtype, root);
        } finally {
            to.back();
        }
    }

    public static void gatherv(
            Intracomm comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcounts,
            int[] displs,
            Datatype recvtype,
            int root) {
        Shifted from = Shifted.of(sendbuf, sendcount, sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, 0, recvtype);
        try {
            comm.Gatherv(
                    from.buf, from.offset, sendcount, sendtype, to.buf, to.offset, recvcounts, displs, recvtype, root);
        } finally {
            to.back();
        }
    }

    public static void scatter(
            Intracomm comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        Shifted from = Shifted.of(sendbuf, (long) sendcount * comm.Size(), sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, recvcount, recvtype);
        try {
            comm.Scatter(from.buf, from.offset, sendcount, sendtype, to.buf, to.offset, recvcount, recvtype, root);
        } finally {
            to.back();
        }
    }

    public static void scatterv(
            Intracomm comm,
            Object sendbuf,
            int[] sendcounts,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        Shifted from = Shifted.of(sendbuf, 0, sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, recvcount, recvtype);
        try {
            comm.Scatterv(
                    from.buf, from.offset, sendcounts, displs, sendtype, to.buf, to.offset, recvcount, recvtype, root);
        } finally {
            to.back();
        }
    }

    public static void allGather(
            Intracomm comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        Shifted from = Shifted.of(sendbuf, sendcount, sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, (long) recvcount * comm.Size(), recvtype);
        try {
            comm.Allgather(from.buf, from.offset, sendcount, sendtype, to.buf, to.offset, recvcount, recvtype);
        } finally {
            to.back();
        }
    }

    public static void allGatherv(
            Intracomm comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcounts,
            int[] displs,
            Datatype recvtype) {
        Shifted from = Shifted.of(sendbuf, sendcount, sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, 0, recvtype);
        try {
            comm.Allgatherv(
                    from.buf, from.offset, sendcount, sendtype, to.buf, to.offset, recvcounts, displs, recvtype);
        } finally {
            to.back();
        }
    }

    public static void allToAll(
            Intracomm comm,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        Shifted from = Shifted.of(sendbuf, (long) sendcount * comm.Size(), sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, (long) recvcount * comm.Size(), recvtype);
        try {
            comm.Alltoall(from.buf, from.offset, sendcount, sendtype, to.buf, to.offset, recvcount, recvtype);
        } finally {
            to.back();
        }
    }

    public static void allToAllv(
            Intracomm comm,
            Object sendbuf,
            int[] sendcounts,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcounts,
            int[] rdispls,
            Datatype recvtype) {
        Shifted from = Shifted.of(sendbuf, 0, sendtype);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, 0, recvtype);
        try {
            comm.Alltoallv(
                    from.buf,
                    from.offset,
                    sendcounts,
                    sdispls,
                    sendtype,
                    to.buf,
                    to.offset,
                    recvcounts,
                    rdispls,
                    recvtype);
        } finally {
            to.back();
        }
    }

    public static void reduce(
            Intracomm comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root) {
        Shifted from = Shifted.of(sendbuf, count, type);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, count, type);
        try {
            comm.Reduce(from.buf, from.offset, to.buf, to.offset, count, type, op, root);
        } finally {
            to.back();
        }
    }

    public static void allReduce(Intracomm comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        Shifted from = Shifted.of(sendbuf, count, type);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, count, type);
        try {
            comm.Allreduce(from.buf, from.offset, to.buf, to.offset, count, type, op);
        } finally {
            to.back();
        }
    }

    public static void allReduce(Intracomm comm, Object buf, int count, Datatype type, Op op) {
        allReduce(comm, buf, buf, count, type, op);
    }

    public static void reduceScatter(
            Intracomm comm, Object sendbuf, Object recvbuf, int[] counts, Datatype type, Op op) {
        Shifted from = Shifted.of(sendbuf, 0, type);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, 0, type);
        try {
            comm.Reduce_scatter(from.buf, from.offset, to.buf, to.offset, counts, type, op);
        } finally {
            to.back();
        }
    }

    public static void scan(Intracomm comm, Object sendbuf, Object recvbuf, int count, Datatype type, Op op) {
        Shifted from = Shifted.of(sendbuf, count, type);
        Shifted to = recvbuf == sendbuf ? from : Shifted.of(recvbuf, count, type);
        try {
            comm.Scan(from.buf, from.offset, to.buf, to.offset, count, type, op);
        } finally {
            to.back();
        }
    }

    // ---- groups and communicators --------------------------------------------------------------------------------

    public static int getRank(Comm comm) {
        return comm.Rank();
    }

    public static int getSize(Comm comm) {
        return comm.Size();
    }

    public static boolean isInter(Comm comm) {
        return comm.Test_inter();
    }

    public static int getTopology(Comm comm) {
        return comm.Topo_test();
    }

    public static Group getGroup(Comm comm) {
        return comm.Group();
    }

    public static int compare(Comm one, Comm other) {
        return Comm.Compare(one, other);
    }

    public static Intracomm dup(Intracomm comm) {
        return comm.clone();
    }

    public static void free(Comm comm) {
        // Has no effect on these in the second dialect.
        if (comm.isNull() || comm == MPI.COMM_WORLD || comm == MPI.COMM_SELF) {
            comm.free();
        } else {
            comm.Free();
        }
    }

    public static boolean isNull(Comm comm) {
        return comm.Is_null();
    }

    public static Intracomm split(Intracomm comm, int colour, int key) {
        return orNull(comm.Split(colour, key));
    }

    public static Intracomm create(Intracomm comm, Group group) {
        return orNull(comm.Create(group));
    }

    /** The first dialect has a communicator that is null. */
    private static Intracomm orNull(Intracomm comm) {
        if (comm != null) {
            return comm;
        }
        return freed(MPI.COMM_SELF.clone());
    }

    public static Intercomm createIntercomm(Comm comm, Comm local, int localLeader, int remoteLeader, int tag) {
        return comm.Create_intercomm(local, localLeader, remoteLeader, tag);
    }

    public static Intercomm dup(Intercomm comm) {
        return comm.clone();
    }

    public static int getRemoteSize(Intercomm comm) {
        return comm.Remote_size();
    }

    public static Group getRemoteGroup(Intercomm comm) {
        return comm.Remote_group();
    }

    public static Intracomm merge(Intercomm comm, boolean high) {
        return comm.Merge(high);
    }

    public static int getSize(Group group) {
        return group.Size();
    }

    public static int getRank(Group group) {
        return group.Rank();
    }

    public static int[] translateRanks(Group one, int[] ranks, Group other) {
        return Group.Translate_ranks(one, ranks, other);
    }

    public static int compare(Group one, Group other) {
        return Group.Compare(one, other);
    }

    public static Group incl(Group group, int[] ranks) {
        return group.Incl(ranks);
    }

    // ---- topologies ----------------------------------------------------------------------------------------------

    public static CartComm createCart(Intracomm comm, int[] dims, boolean[] periods, boolean reorder) {
        CartComm made = (CartComm) comm.Create_cart(dims, periods, reorder);
        return made != null ? made : freed(MPI.COMM_SELF.createCart(new int[] {1}, new boolean[1], false));
    }

    public static GraphComm createGraph(Intracomm comm, int[] index, int[] edges, boolean reorder) {
        GraphComm made = (GraphComm) comm.Create_graph(index, edges, reorder);
        return made != null ? made : freed(MPI.COMM_SELF.createGraph(new int[1], new int[0], false));
    }

    private static <C extends Comm> C freed(C comm) {
        comm.Free();
        return comm;
    }

    public static CartParms getTopo(CartComm comm) {
        return comm.Get();
    }

    public static int getRank(CartComm comm, int[] coords) {
        return comm.Rank(coords);
    }

    public static int[] getCoords(CartComm comm, int rank) {
        return comm.Coords(rank);
    }

    public static ShiftParms shift(CartComm comm, int direction, int disp) {
        return comm.Shift(direction, disp);
    }

    public static CartComm sub(CartComm comm, boolean[] remain) {
        return (CartComm) comm.Sub(remain);
    }

    public static int map(CartComm comm, int[] dims, boolean[] periods) {
        return comm.Map(dims, periods);
    }

    public static void createDims(int nodes, int[] dims) {
        CartComm.Dims_create(nodes, dims);
    }

    public static int getDim(CartParms parms, int i) {
        return parms.dims[i];
    }

    public static int getRankSource(ShiftParms parms) {
        return parms.rank_source;
    }

    public static int getRankDest(ShiftParms parms) {
        return parms.rank_dest;
    }

    public static GraphParms getDims(GraphComm comm) {
        return comm.Get();
    }

    public static int[] getNeighbors(GraphComm comm, int rank) {
        return comm.Neighbours(rank);
    }

    public static int map(GraphComm comm, int[] index, int[] edges) {
        return comm.Map(index, edges);
    }

    // ---- expected errors -----------------------------------------------------------------------------------------

    /** The check of the suites, for messages that name methods of the second dialect. */
    public static void error(int errorClass, String words, Runnable call) {
        try {
            error(errorClass, call::run, words);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The same for several words; what is no error in the second dialect is not called. */
    public static MPIException error(int errorClass, Check.Action action, String... words) throws Exception {
        if (NO_ERRORS.stream().anyMatch(String.join("|", words)::contains)) {
            return null;
        }
        MPIException e = Check.error(errorClass, action);
        String message = plain(e.getMessage());
        for (String word : words) {
            String wanted = plain(word);
            Check.that(
                    message.contains(wanted) || message.contains(wanted.replace("create", "")),
                    "message \"" + e.getMessage() + "\" lacks \"" + word + "\"");
        }
        return e;
    }

    /** Without what makes names of the two dialects differ. */
    private static String plain(String words) {
        return words.toLowerCase(Locale.ROOT)
                .replace("_", "")
                .replace("bufferattach", "attachbuffer")
                .replace("bufferdetach", "detachbuffer")
                .replace("waitfor", "wait")
                .replace("status", "");
    }
}
