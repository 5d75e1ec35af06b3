package mpi;

import java.nio.ByteBuffer;

/**
 * The MPI environment: start and end, constants, clock.
 *
 * <pre>{@code
 * args = MPI.Init(args);
 * int me = MPI.COMM_WORLD.Rank();
 * ...
 * MPI.Finalize();
 * }</pre>
 */
public final class MPI {
    /** All processes of the job. */
    public static final Intracomm COMM_WORLD = null;

    /** The calling process. */
    public static final Intracomm COMM_SELF = null;

    /** Elements of a {@code byte[]}. */
    public static final Datatype BYTE = null;

    /** Elements of a {@code char[]}. */
    public static final Datatype CHAR = null;

    /** Elements of a {@code short[]}. */
    public static final Datatype SHORT = null;

    /** Elements of a {@code boolean[]}. */
    public static final Datatype BOOLEAN = null;

    /** Elements of an {@code int[]}. */
    public static final Datatype INT = null;

    /** Elements of a {@code long[]}. */
    public static final Datatype LONG = null;

    /** Elements of a {@code float[]}. */
    public static final Datatype FLOAT = null;

    /** Elements of a {@code double[]}. */
    public static final Datatype DOUBLE = null;

    /** Elements of an array of serializable objects. An array of arrays is an array of objects. */
    public static final Datatype OBJECT = null;

    /** Bytes that {@link Comm#Pack} made. */
    public static final Datatype PACKED = null;

    /** Marks a lower bound in {@link Datatype#Struct}; it has no data. */
    public static final Datatype LB = null;

    /** Marks an upper bound in {@link Datatype#Struct}; it has no data. */
    public static final Datatype UB = null;

    /** Pairs of shorts: a value and an index. */
    public static final Datatype SHORT2 = null;

    /** Pairs of ints: a value and an index. */
    public static final Datatype INT2 = null;

    /** Pairs of longs: a value and an index. */
    public static final Datatype LONG2 = null;

    /** Pairs of floats: a value and an index. */
    public static final Datatype FLOAT2 = null;

    /** Pairs of doubles: a value and an index. */
    public static final Datatype DOUBLE2 = null;

    /** Maximum. */
    public static final Op MAX = null;

    /** Minimum. */
    public static final Op MIN = null;

    /** Sum. */
    public static final Op SUM = null;

    /** Product. */
    public static final Op PROD = null;

    /** Logical and. */
    public static final Op LAND = null;

    /** Bitwise and. */
    public static final Op BAND = null;

    /** Logical or. */
    public static final Op LOR = null;

    /** Bitwise or. */
    public static final Op BOR = null;

    /** Logical exclusive or. */
    public static final Op LXOR = null;

    /** Bitwise exclusive or. */
    public static final Op BXOR = null;

    /** Minimum and its index, of pairs. */
    public static final Op MINLOC = null;

    /** Maximum and its index, of pairs. */
    public static final Op MAXLOC = null;

    /** Receives from any rank. */
    public static final int ANY_SOURCE = -1;

    /** Receives any tag. */
    public static final int ANY_TAG = -1;

    /** A rank to which sending, and from which receiving, does nothing. */
    public static final int PROC_NULL = -2;

    /** Bytes of the attached buffer that a buffered send needs beyond its data, at most. */
    public static final int BSEND_OVERHEAD = 128;

    /** No rank, no colour, no count. */
    public static final int UNDEFINED = -32766;

    /** The same object, or the same members in the same order. */
    public static final int IDENT = 0;

    /** Communicators of the same members in the same order. */
    public static final int CONGRUENT = 1;

    /** The same members in another order. */
    public static final int SIMILAR = 2;

    /** Different members. */
    public static final int UNEQUAL = 3;

    /** A group without members. */
    public static final Group GROUP_EMPTY = null;

    /** A communicator with a graph, {@link Comm#Topo_test}. */
    public static final int GRAPH = 2;

    /** A communicator with a grid, {@link Comm#Topo_test}. */
    public static final int CART = 1;

    /** Key of the largest tag, {@link Comm#Attr_get}. */
    public static final int TAG_UB = 0;

    /** Key of the rank of the host, {@link Comm#Attr_get}: {@link #PROC_NULL}. */
    public static final int HOST = 1;

    /** Key of a rank that can do I/O, {@link Comm#Attr_get}. */
    public static final int IO = 2;

    /** Key of whether all clocks agree, {@link Comm#Attr_get}: 0 or 1. */
    public static final int WTIME_IS_GLOBAL = 3;

    /** An error ends the job. */
    public static final Errhandler ERRORS_ARE_FATAL = null;

    /** An error is thrown as an {@link MPIException}: what communicators do at first. */
    public static final Errhandler ERRORS_RETURN = null;

    /** No request. */
    public static final Request REQUEST_NULL = null;

    /** No communicator: {@link Comm#Is_null} is true. */
    public static final Comm COMM_NULL = null;

    /** No group. */
    public static final Group GROUP_NULL = null;

    /** The status of no message. */
    public static final Status EMPTY_STATUS = null;

    /** Processors that the JVM may use. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** One thread. */
    public static final int THREAD_SINGLE = 0;

    /** Several threads, one of which calls MPI. */
    public static final int THREAD_FUNNELED = 1;

    /** Several threads call MPI, one at a time. */
    public static final int THREAD_SERIALIZED = 2;

    /** Several threads call MPI at the same time. */
    public static final int THREAD_MULTIPLE = 3;

    /**
     * Starts MPI (MPI_Init).
     *
     * @param args the arguments of the program
     * @return the program's own arguments: without the three that {@code mpjrun.sh} puts before them
     */
    public static String[] Init(String[] args) throws MPIException {
        throw Signatures.alone();
    }

    /** Ends MPI (MPI_Finalize). All processes call it, as the last call. */
    public static void Finalize() throws MPIException {
        throw Signatures.alone();
    }

    /** True from {@link #Init} on (MPI_Initialized). */
    public static boolean Initialized() throws MPIException {
        throw Signatures.alone();
    }

    /** Gives buffered sends a buffer (MPI_Buffer_attach), in the place of the one before. */
    public static void Buffer_attach(byte[] buffer) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Waits for the buffered sends (MPI_Buffer_detach).
     *
     * @return the attached buffer
     */
    public static byte[] Buffer_detach() throws MPIException {
        throw Signatures.alone();
    }

    /** The name of the host (MPI_Get_processor_name). */
    public static String Get_processor_name() throws MPIException {
        throw Signatures.alone();
    }

    /** Seconds since some time in the past (MPI_Wtime). */
    public static double Wtime() throws MPIException {
        throw Signatures.alone();
    }

    /** Resolution of {@link #Wtime} in seconds (MPI_Wtick). */
    public static double Wtick() throws MPIException {
        throw Signatures.alone();
    }

    /** As {@link #Buffer_attach(byte[])}: the buffer's capacity counts. */
    public static void Buffer_attach(ByteBuffer buffer) throws MPIException {
        throw Signatures.alone();
    }

    /**
     * Starts MPI for several threads (MPI_Init_thread).
     *
     * @return the level that is provided
     */
    public static int InitThread(String[] args, int required) throws MPIException {
        throw Signatures.alone();
    }

    /** The thread level (MPI_Query_thread). */
    public static int queryThread() throws MPIException {
        throw Signatures.alone();
    }

    private MPI() {}
}
