package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.bipj.core.machine.RequiredJava;
import org.jspecify.annotations.Nullable;

/**
 * The MPI environment: start and end, constants, clock, buffers.
 *
 * <pre>{@code
 * MPI.Init(args);
 * int rank = MPI.COMM_WORLD.getRank();
 * ...
 * MPI.Finalize();
 * }</pre>
 *
 * <p>Where ranks are threads of one JVM, this class is loaded once per rank, so that {@link #COMM_WORLD} is each rank's
 * own, and the rest of the package once for all. For this reason it holds no logic and sees public members only.
 *
 * <p>This class is compiled for Java 8 (see the parent pom): it is the first that a program touches, and says so where Java is too old.
 */
public final class MPI {
    static {
        RequiredJava.check();
    }

    private static final MpiRank RANK = MpiRank.of(MPI.class);

    /** All processes of the job. Usable from {@link #Init} to {@link #Finalize}. */
    public static final Intracomm COMM_WORLD = RANK.world();

    /** The calling process. Usable from {@link #Init} to {@link #Finalize}. */
    public static final Intracomm COMM_SELF = RANK.self();

    // Thread levels.

    /** One thread. */
    public static final int THREAD_SINGLE = 0;

    /** Several threads, one of which calls MPI. */
    public static final int THREAD_FUNNELED = 1;

    /** Several threads call MPI, one at a time. */
    public static final int THREAD_SERIALIZED = 2;

    /** Several threads call MPI at the same time. */
    public static final int THREAD_MULTIPLE = 3;

    // Topologies.

    public static final int GRAPH = 2;
    public static final int DIST_GRAPH = 3;
    /** A Cartesian grid, {@link Comm#getTopology}. */
    public static final int CART = 1;

    // Ranks and tags.

    /** Receives from any rank. */
    public static final int ANY_SOURCE = -1;

    /** Receives any tag. */
    public static final int ANY_TAG = -1;

    /** A rank to which sending, and from which receiving, does nothing. */
    public static final int PROC_NULL = -2;

    public static final int ROOT = -4;
    /** No value: no colour, no rank, no count. */
    public static final int UNDEFINED = -32766;

    // Results of comparisons.

    /** The same object, or the same members in the same order. */
    public static final int IDENT = 0;

    /** The same members in the same order. */
    public static final int CONGRUENT = 1;

    /** The same members. */
    public static final int SIMILAR = 2;

    /** Different members. */
    public static final int UNEQUAL = 3;

    // Keys of predefined attributes.

    /** Key of the largest tag, an Integer. */
    public static final int TAG_UB = 0;

    /** Key of the rank of the host, an Integer: PROC_NULL. */
    public static final int HOST = 1;

    /** Key of a rank that can do I/O, an Integer. */
    public static final int IO = 2;

    /** Key of whether the clocks of all ranks agree, a Boolean. */
    public static final int WTIME_IS_GLOBAL = 3;

    /** Key of the number of the program that the process runs, an Integer: 0 unless {@code mpirun} started several. */
    public static final int APPNUM = 4;

    /** Key of the largest error code in use, an Integer. */
    public static final int LASTUSEDCODE = 5;

    /** Key of the number of processes that can be started, an Integer. */
    public static final int UNIVERSE_SIZE = 6;

    /** Key of a window's memory, see {@link Win#getAttr}. */
    public static final int WIN_BASE = 7;

    /** Key of a window's size in bytes. */
    public static final int WIN_SIZE = 8;

    /** Key of a window's unit of displacements in bytes. */
    public static final int WIN_DISP_UNIT = 9;

    // Version of the standard, and limits.

    /** Major number of the standard's version. */
    public static final int VERSION = 4;

    /** Minor number of the standard's version. */
    public static final int SUBVERSION = 1;

    public static final int KEYVAL_INVALID = -1;
    /** Bytes of the attached buffer that a buffered send needs beyond its data, at most. */
    public static final int BSEND_OVERHEAD = 128;

    /** In place of a buffer for buffered sends: as much room as is needed, known by its identity (MPI 4.1 section 3.6). */
    public static final byte[] BUFFER_AUTOMATIC = Predefined.BUFFER_AUTOMATIC;

    public static final int MAX_OBJECT_NAME = 64;
    public static final int MAX_PORT_NAME = 1024;
    public static final int MAX_DATAREP_STRING = Predefined.MAX_DATAREP_STRING;
    public static final int MAX_INFO_KEY = Predefined.MAX_INFO_KEY;
    public static final int MAX_INFO_VAL = Predefined.MAX_INFO_VAL;

    // Parts of arrays.

    /** The last index of an array varies fastest, {@link Datatype#createSubarray}. */
    public static final int ORDER_C = 0;

    /** The first index of an array varies fastest. */
    public static final int ORDER_FORTRAN = 1;

    /** Each process has one block of a dimension, {@link Datatype#createDarray}. */
    public static final int DISTRIBUTE_BLOCK = 0;

    /** The processes have blocks of a dimension in turn. */
    public static final int DISTRIBUTE_CYCLIC = 1;

    /** The dimension is not distributed. */
    public static final int DISTRIBUTE_NONE = 2;

    /** The usual length of a block. */
    public static final int DISTRIBUTE_DFLT_DARG = -1;

    // How datatypes were made, {@link TypeEnvelope#getCombiner}, and classes of numbers, {@link Datatype#matchSize}.

    /** A predefined type. */
    public static final int COMBINER_NAMED = TypeContents.NAMED;

    /** {@link Datatype#dup}. */
    public static final int COMBINER_DUP = TypeContents.DUP;

    /** {@link Datatype#createContiguous}. */
    public static final int COMBINER_CONTIGUOUS = TypeContents.CONTIGUOUS;

    /** {@link Datatype#createVector}. */
    public static final int COMBINER_VECTOR = TypeContents.VECTOR;

    /** {@link Datatype#createHVector}. */
    public static final int COMBINER_HVECTOR = TypeContents.HVECTOR;

    /** {@link Datatype#createIndexed}. */
    public static final int COMBINER_INDEXED = TypeContents.INDEXED;

    /** {@link Datatype#createHIndexed}. */
    public static final int COMBINER_HINDEXED = TypeContents.HINDEXED;

    /** {@link Datatype#createIndexedBlock}. */
    public static final int COMBINER_INDEXED_BLOCK = TypeContents.INDEXED_BLOCK;

    /** {@link Datatype#createHIndexedBlock}. */
    public static final int COMBINER_HINDEXED_BLOCK = TypeContents.HINDEXED_BLOCK;

    /** {@link Datatype#createStruct}. */
    public static final int COMBINER_STRUCT = TypeContents.STRUCT;

    /** {@link Datatype#createSubarray}. */
    public static final int COMBINER_SUBARRAY = TypeContents.SUBARRAY;

    /** {@link Datatype#createDarray}. */
    public static final int COMBINER_DARRAY = TypeContents.DARRAY;

    /** {@link Datatype#createResized}. */
    public static final int COMBINER_RESIZED = TypeContents.RESIZED;

    /** A pair without a name of its own: here no type has it, as all that {@link Datatype#getValueIndex} returns are predefined. */
    public static final int COMBINER_VALUE_INDEX = TypeContents.VALUE_INDEX;

    /** Integers. */
    public static final int TYPECLASS_INTEGER = Predefined.TYPECLASS_INTEGER;

    /** Floating-point numbers. */
    public static final int TYPECLASS_REAL = Predefined.TYPECLASS_REAL;

    /** Complex numbers of two floating-point numbers. */
    public static final int TYPECLASS_COMPLEX = Predefined.TYPECLASS_COMPLEX;

    // Files.

    /** Makes the file if it is not there, {@link File#File(Comm, String, int)}. */
    public static final int MODE_CREATE = 1;

    /** The file is read. */
    public static final int MODE_RDONLY = 2;

    /** The file is written. */
    public static final int MODE_WRONLY = 4;

    /** The file is read and written. */
    public static final int MODE_RDWR = 8;

    /** The file is deleted when it is closed. */
    public static final int MODE_DELETE_ON_CLOSE = 16;

    /** No other program has the file open. */
    public static final int MODE_UNIQUE_OPEN = 32;

    /** With {@code MODE_CREATE}: fails if the file is there already. */
    public static final int MODE_EXCL = 64;

    /** All pointers begin at the end of the file. */
    public static final int MODE_APPEND = 128;

    /** The file is read or written at the shared pointer only. */
    public static final int MODE_SEQUENTIAL = 256;

    /** Displacement of a view that begins at the shared pointer of a sequential file. */
    public static final int DISPLACEMENT_CURRENT = -54278278;

    /** Seeks from the beginning of the view. */
    public static final int SEEK_SET = 600;

    /** Seeks from where the pointer is. */
    public static final int SEEK_CUR = 602;

    /** Seeks from the end of the file. */
    public static final int SEEK_END = 604;

    // One-sided communication: assertions and locks.

    /** {@link Win#lock}, {@link Win#post}, {@link Win#start}: the program guarantees that no process has to wait. */
    public static final int MODE_NOCHECK = 1;

    /** {@link Win#fence}: no operations precede it. */
    public static final int MODE_NOPRECEDE = 2;

    /** {@link Win#fence}, {@link Win#post}: nothing will be put into this window until the next synchronisation. */
    public static final int MODE_NOPUT = 4;

    /** {@link Win#fence}, {@link Win#post}: this window was not stored to since the last synchronisation. */
    public static final int MODE_NOSTORE = 8;

    /** {@link Win#fence}: no operations follow it. */
    public static final int MODE_NOSUCCEED = 16;

    /** {@link Win#lock}: for one rank alone. */
    public static final int LOCK_EXCLUSIVE = 1;

    /** {@link Win#lock}: for several ranks at a time. */
    public static final int LOCK_SHARED = 2;

    // Error classes, with the values of Open MPI.

    public static final int SUCCESS = 0;
    public static final int ERR_BUFFER = 1;
    public static final int ERR_COUNT = 2;
    public static final int ERR_TYPE = 3;
    public static final int ERR_TAG = 4;
    public static final int ERR_COMM = 5;
    public static final int ERR_RANK = 6;
    public static final int ERR_REQUEST = 7;
    public static final int ERR_ROOT = 8;
    public static final int ERR_GROUP = 9;
    public static final int ERR_OP = 10;
    public static final int ERR_TOPOLOGY = 11;
    public static final int ERR_DIMS = 12;
    public static final int ERR_ARG = 13;
    public static final int ERR_UNKNOWN = 14;
    public static final int ERR_TRUNCATE = 15;
    public static final int ERR_OTHER = 16;
    public static final int ERR_INTERN = 17;
    public static final int ERR_IN_STATUS = 18;
    public static final int ERR_PENDING = 19;
    public static final int ERR_ACCESS = 20;
    public static final int ERR_AMODE = 21;
    public static final int ERR_ASSERT = 22;
    public static final int ERR_BAD_FILE = 23;
    public static final int ERR_BASE = 24;
    public static final int ERR_CONVERSION = 25;
    public static final int ERR_DISP = 26;
    public static final int ERR_DUP_DATAREP = 27;
    public static final int ERR_FILE_EXISTS = 28;
    public static final int ERR_FILE_IN_USE = 29;
    public static final int ERR_FILE = 30;
    public static final int ERR_INFO_KEY = 31;
    public static final int ERR_INFO_NOKEY = 32;
    public static final int ERR_INFO_VALUE = 33;
    public static final int ERR_INFO = 34;
    public static final int ERR_IO = 35;
    public static final int ERR_KEYVAL = 36;
    public static final int ERR_LOCKTYPE = 37;
    public static final int ERR_NAME = 38;
    public static final int ERR_NO_MEM = 39;
    public static final int ERR_NOT_SAME = 40;
    public static final int ERR_NO_SPACE = 41;
    public static final int ERR_NO_SUCH_FILE = 42;
    public static final int ERR_PORT = 43;
    public static final int ERR_PROC_ABORTED = 74;
    public static final int ERR_QUOTA = 44;
    public static final int ERR_READ_ONLY = 45;
    public static final int ERR_RMA_CONFLICT = 46;
    public static final int ERR_RMA_SYNC = 47;
    public static final int ERR_SERVICE = 48;
    public static final int ERR_SIZE = 49;
    public static final int ERR_SPAWN = 50;
    public static final int ERR_UNSUPPORTED_DATAREP = 51;
    public static final int ERR_UNSUPPORTED_OPERATION = 52;
    public static final int ERR_WIN = 53;
    /** An access outside the target's window (new here: the Open MPI Java bindings lack this and the next three). */
    public static final int ERR_RMA_RANGE = 68;

    public static final int ERR_RMA_ATTACH = 69;
    public static final int ERR_RMA_FLAVOR = 70;
    public static final int ERR_RMA_SHARED = 71;
    /**
     * A process that the call needs has failed, or its host, or the network between: which one and why is in the message (new
     * here: ULFM's MPIX_ERR_PROC_FAILED).
     */
    public static final int ERR_PROC_FAILED = 75;

    /**
     * A receive from any source waits, and a process that may be its source has failed: the request stays, and waits for it succeed
     * again once {@link Comm#ackFailed} has acknowledged the failure (new here: ULFM's MPIX_ERR_PROC_FAILED_PENDING).
     */
    public static final int ERR_PROC_FAILED_PENDING = 76;

    /** A process has called {@link Comm#revoke} (new here: ULFM's MPIX_ERR_REVOKED). */
    public static final int ERR_REVOKED = 77;

    public static final int ERR_SESSION = 78;
    public static final int ERR_VALUE_TOO_LARGE = 79;
    public static final int ERR_ERRHANDLER = 80;

    public static final int ERR_LASTCODE = 92;
    public static final int ERR_SYSRESOURCE = -2;

    // Operations.

    /** The maximum. */
    public static final Op MAX = Predefined.MAX;

    /** The minimum. */
    public static final Op MIN = Predefined.MIN;

    /** The sum. */
    public static final Op SUM = Predefined.SUM;

    /** The product. */
    public static final Op PROD = Predefined.PROD;

    /** Logical and, of booleans or of integers that are 0 or not. */
    public static final Op LAND = Predefined.LAND;

    /** Bitwise and. */
    public static final Op BAND = Predefined.BAND;

    /** Logical or. */
    public static final Op LOR = Predefined.LOR;

    /** Bitwise or. */
    public static final Op BOR = Predefined.BOR;

    /** Logical exclusive or. */
    public static final Op LXOR = Predefined.LXOR;

    /** Bitwise exclusive or. */
    public static final Op BXOR = Predefined.BXOR;

    /** The left operand: for one-sided operations and reduceLocal. */
    public static final Op REPLACE = Predefined.REPLACE;

    /** The right operand: for one-sided operations and reduceLocal. */
    public static final Op NO_OP = Predefined.NO_OP;

    /** The pair of the smallest value; of equal ones, that of the smallest index. */
    public static final Op MINLOC = Predefined.MINLOC;

    /** The pair of the largest value; of equal ones, that of the smallest index. */
    public static final Op MAXLOC = Predefined.MAXLOC;

    // Datatypes.

    /** No datatype. */
    public static final Datatype DATATYPE_NULL = Predefined.DATATYPE_NULL;

    /** A byte, as a number too. */
    public static final Datatype BYTE = Predefined.BYTE;

    /** A char, as a number without sign too. */
    public static final Datatype CHAR = Predefined.CHAR;

    /** A short. */
    public static final Datatype SHORT = Predefined.SHORT;

    /** A boolean: one byte, 0 or 1. */
    public static final Datatype BOOLEAN = Predefined.BOOLEAN;

    /** An int. */
    public static final Datatype INT = Predefined.INT;

    /** A long. */
    public static final Datatype LONG = Predefined.LONG;

    /** A float. */
    public static final Datatype FLOAT = Predefined.FLOAT;

    /** A double. */
    public static final Datatype DOUBLE = Predefined.DOUBLE;

    /** A byte of what {@link Comm#pack} made. */
    public static final Datatype PACKED = Predefined.PACKED;

    /** Two floats, see {@link FloatComplex}. */
    public static final Datatype FLOAT_COMPLEX = Predefined.FLOAT_COMPLEX;

    /** Two doubles, see {@link DoubleComplex}. */
    public static final Datatype DOUBLE_COMPLEX = Predefined.DOUBLE_COMPLEX;

    /** A pair, used through {@link #int2}. */
    public static final Datatype INT2 = Predefined.INT2;

    /** A pair, used through {@link #shortInt}. */
    public static final Datatype SHORT_INT = Predefined.SHORT_INT;

    /** A pair, used through {@link #longInt}. */
    public static final Datatype LONG_INT = Predefined.LONG_INT;

    /** A pair, used through {@link #floatInt}. */
    public static final Datatype FLOAT_INT = Predefined.FLOAT_INT;

    /** A pair, used through {@link #doubleInt}. */
    public static final Datatype DOUBLE_INT = Predefined.DOUBLE_INT;

    /** Gives access to pairs of {@link #INT2}. */
    public static final Int2 int2 = Predefined.PAIR_INT2;

    /** Gives access to pairs of {@link #SHORT_INT}. */
    public static final ShortInt shortInt = Predefined.PAIR_SHORT_INT;

    /** Gives access to pairs of {@link #LONG_INT}. */
    public static final LongInt longInt = Predefined.PAIR_LONG_INT;

    /** Gives access to pairs of {@link #FLOAT_INT}. */
    public static final FloatInt floatInt = Predefined.PAIR_FLOAT_INT;

    /** Gives access to pairs of {@link #DOUBLE_INT}. */
    public static final DoubleInt doubleInt = Predefined.PAIR_DOUBLE_INT;

    // Of mpiJava 1.2 and MPJ Express.

    /** An element of an array of serializable objects: for the methods of mpiJava 1.2, such as {@link Comm#Send}. */
    public static final Datatype OBJECT = Predefined.OBJECT;

    /** A value and an index in a {@code short[]}. */
    public static final Datatype SHORT2 = Predefined.SHORT2;

    /** A value and an index in a {@code long[]}. */
    public static final Datatype LONG2 = Predefined.LONG2;

    /** A value and an index in a {@code float[]}. */
    public static final Datatype FLOAT2 = Predefined.FLOAT2;

    /** A value and an index in a {@code double[]}. */
    public static final Datatype DOUBLE2 = Predefined.DOUBLE2;

    /** Marks the lower bound of a {@link Datatype#Struct}. */
    public static final Datatype LB = Predefined.LB;

    /** Marks the upper bound of a {@link Datatype#Struct}. */
    public static final Datatype UB = Predefined.UB;

    /** The status of no message. */
    public static final Status EMPTY_STATUS = Predefined.EMPTY_STATUS;

    /** Processors that the JVM may use, as MPJ Express has it; on a simulated cluster, too, those of the machine below it. */
    public static final int NUM_OF_PROCESSORS = Runtime.getRuntime().availableProcessors();

    /** No communicator. */
    public static final Comm COMM_NULL = RANK.none();

    /** No group. */
    public static final Group GROUP_NULL = PredefinedGroups.GROUP_NULL;

    /** No request. */
    public static final Request REQUEST_NULL = MpiRank.REQUEST_NULL;

    /** A group without members. */
    public static final Group GROUP_EMPTY = PredefinedGroups.GROUP_EMPTY;

    /**
     * Information about the process: {@code arch}, {@code host}, {@code wdir}, and from {@link #Init} on {@code command},
     * {@code maxprocs} and {@code thread_level} (MPI 4.1 section 11.5).
     */
    public static final Info INFO_ENV = RANK.environment();

    /** No info object. */
    public static final Info INFO_NULL = Predefined.INFO_NULL;

    /** An error ends the job: what communicators do at first. */
    public static final Errhandler ERRORS_ARE_FATAL = Predefined.ERRORS_ARE_FATAL;

    /** An error ends the processes of the communicator, which here is the job. */
    public static final Errhandler ERRORS_ABORT = Predefined.ERRORS_ABORT;

    /** An error is thrown as an {@link MPIException}. */
    public static final Errhandler ERRORS_RETURN = Predefined.ERRORS_RETURN;

    /**
     * Not for programs: there is nothing to make an object of. It is public because the Open MPI bindings have it so.
     */
    public MPI() {}

    /**
     * Joins the job (MPI_Init). A program that was started without a launcher is a job of one rank. From now on only the
     * current thread may communicate, as with {@link #THREAD_SINGLE}; calls of other threads are errors of class {@link
     * #ERR_OTHER}. They may call what MPI always allows ({@link #isInitialized}, {@link #queryThread} and so on, MPI 4.1 section
     * 11.6) and read what does not change, such as ranks and sizes. The variable {@code BIPJ_THREAD_LEVEL} of the environment
     * raises the level: {@code single}, {@code funneled}, {@code serialized} or {@code multiple}.
     *
     * @return the arguments; without those that {@code mpjrun.sh} puts before them
     * @throws MPIException if it was called before, or the job cannot be joined
     */
    public static String[] Init(String[] args) throws MPIException {
        RANK.initialize();
        return RANK.ownArguments(args);
    }

    /**
     * Joins the job (MPI_Init_thread).
     *
     * @param required {@link #THREAD_SINGLE} to {@link #THREAD_MULTIPLE}
     * @return the level that is provided: the required one
     */
    public static int InitThread(String @Nullable [] args, int required) throws MPIException {
        return RANK.initialize("InitThread", required);
    }

    /** The thread level (MPI_Query_thread). */
    public static int queryThread() throws MPIException {
        return RANK.threadLevel();
    }

    /** True for the thread that called {@link #Init} (MPI_Is_thread_main). */
    public static boolean isThreadMain() throws MPIException {
        return RANK.isThreadMain();
    }

    /**
     * Leaves the job, when all ranks do (MPI_Finalize). Each rank receives for the others until their sends are complete,
     * also those whose requests were freed; a send that no process receives is a deadlock. Before that the attributes of
     * {@link #COMM_SELF} and then of {@link #COMM_WORLD} are deleted, the newest first: a {@link DeleteAttrFunction} of COMM_SELF
     * is how a library ends with the program (section 11.2.4). A {@link Session} that is open goes on; what does not belong to one ends here.
     *
     * @throws MPIException of class {@link #ERR_PROC_FAILED} if messages of this rank are lost because the connection with their
     *     receiver has failed, and no other call has reported that. The rank has left the job nevertheless
     */
    public static void Finalize() throws MPIException {
        RANK.shutDown();
    }

    /** Seconds since some moment in the past; virtual where the job runs in virtual time (MPI_Wtime). */
    public static double wtime() throws MPIException {
        return RANK.time();
    }

    /**
     * Begins a phase of the program, which {@code mpirun --timeline} shows above the calls that are made in it. Phases may be nested.
     * In a job that is not recorded this does nothing.
     *
     * <pre>{@code
     * try (Phase _ = MPI.phase("solve")) {
     *     ...
     * }
     * }</pre>
     */
    public static Phase phase(String name) {
        return Phase.begin(name);
    }

    /** Resolution of {@link #wtime} in seconds: a nanosecond (MPI_Wtick). */
    public static double wtick() throws MPIException {
        return 1e-9;
    }

    /** Version of the standard (MPI_Get_version). */
    public static Version getVersion() {
        return Version.current();
    }

    /** Name and version of this library (MPI_Get_library_version). */
    public static String getLibVersion() {
        return Version.library();
    }

    /** Name of the node that the rank runs on (MPI_Get_processor_name). */
    public static String getProcessorName() throws MPIException {
        return RANK.processorName();
    }

    /**
     * The hardware that the calling thread may use now (MPI_Get_hw_resource_info, section 9.1.2): for each kind of which the system
     * tells the instances, "true" if the thread is restricted to one, else "false". The kinds are {@code hwloc://Machine},
     * {@code hwloc://Package}, {@code hwloc://NUMANode}, {@code hwloc://L3Cache}, {@code hwloc://L2Cache}, {@code hwloc://L1Cache},
     * {@code hwloc://Core} and {@code hwloc://PU}, a hardware thread; {@link Intracomm#splitType} takes them. Of the nodes of a
     * simulated cluster, the first alone is known. New here.
     *
     * @return a new object, which the caller may free
     */
    public static Info getHwResourceInfo() throws MPIException {
        return RANK.hwResourceInfo();
    }

    /** True from {@link #Init} on (MPI_Initialized). */
    public static boolean isInitialized() throws MPIException {
        return RANK.isInitialized();
    }

    /** True from {@link #Finalize} on (MPI_Finalized). */
    public static boolean isFinalized() throws MPIException {
        return RANK.isFinalized();
    }

    /**
     * Gives room to buffered sends (MPI_Buffer_attach). Each takes up to {@link #BSEND_OVERHEAD} bytes more than its
     * data. Communicators with a buffer of their own, {@link Comm#attachBuffer}, do not use this one. An error of class ERR_BUFFER
     * where a buffer is attached already.
     *
     * @param buffer tells how much room there is; {@link #BUFFER_AUTOMATIC} for as much as is needed
     */
    public static void attachBuffer(byte[] buffer) throws MPIException {
        RANK.attachBuffer(buffer);
    }

    /**
     * Waits until the buffered sends have left, and takes their room back (MPI_Buffer_detach).
     *
     * @return what {@link #attachBuffer} was given; null if there is none now
     */
    public static byte @Nullable [] detachBuffer() throws MPIException {
        return RANK.detachBuffer();
    }

    /**
     * Waits until all messages that lie in the attached buffer have left it (MPI_Buffer_flush). Those that lie in buffers of communicators
     * do not count.
     */
    public static void flushBuffer() throws MPIException {
        RANK.flushBuffer();
    }

    /** Starts what {@link #flushBuffer} does (MPI_Buffer_iflush). Messages that are sent later do not count. */
    public static Request iFlushBuffer() throws MPIException {
        return RANK.iFlushBuffer();
    }

    // ---- errors (sections 9.4 and 9.5) ---------------------------------------------------------------------------

    /**
     * Adds an error class, of which this process alone knows (MPI_Add_error_class). As all methods of this part, it may be called
     * before initialisation and after Finalize, by any thread.
     *
     * @return a number above {@link #ERR_LASTCODE} that no other class or code has had
     */
    public static int addErrorClass() throws MPIException {
        return RANK.addErrorClass();
    }

    /**
     * Adds an error code (MPI_Add_error_code), for {@link Comm#callErrhandler}, {@link MPIException} and their likes.
     *
     * @param errorClass a class of the standard, or one that was added
     */
    public static int addErrorCode(int errorClass) throws MPIException {
        return RANK.addErrorCode(errorClass);
    }

    /**
     * Says what an added error code or class means; a second time replaces the first (MPI_Add_error_string).
     *
     * @param text empty to say nothing
     */
    public static void addErrorString(int errorCode, String text) throws MPIException {
        RANK.addErrorString(errorCode, text);
    }

    /** Removes an added error class whose codes and whose text have been removed (MPI_Remove_error_class). */
    public static void removeErrorClass(int errorClass) throws MPIException {
        RANK.removeErrorClass(errorClass);
    }

    /** Removes an added error code that has no text, or whose text has been removed (MPI_Remove_error_code). */
    public static void removeErrorCode(int errorCode) throws MPIException {
        RANK.removeErrorCode(errorCode);
    }

    /** Removes the text of an added error code or class (MPI_Remove_error_string). */
    public static void removeErrorString(int errorCode) throws MPIException {
        RANK.removeErrorString(errorCode);
    }

    /** The class of an error code (MPI_Error_class). */
    public static int getErrorClass(int errorCode) throws MPIException {
        return RANK.getErrorClass(errorCode);
    }

    /** What an error code means; empty for an added one without a text (MPI_Error_string). */
    public static String getErrorString(int errorCode) throws MPIException {
        return RANK.getErrorString(errorCode);
    }

    /** Controls profiling (MPI_Pcontrol): does nothing. */
    public static void pControl(int level, @Nullable Object obj) {
        // The standard leaves the meaning to tools, and there is none.
    }

    /**
     * A direct buffer of bytes in the machine's order. Once MPI is initialized it lies in memory that other ranks can
     * reach, where possible (MPI_Alloc_mem, section 10.2): long messages out of it and into it are copied once only. A thread
     * that may not communicate gets private memory, and so does one that finds no room in shared memory after buffers that nobody
     * refers to any more have been taken back.
     *
     * @throws MPIException of class ERR_ARG if the capacity is negative, or its bytes are more than an int counts; of class
     *     ERR_NO_MEM if there is no memory for it
     */
    public static ByteBuffer newByteBuffer(int capacity) {
        return RANK.allocate("newByteBuffer", capacity, 1);
    }

    /** A direct buffer of chars in the machine's order. */
    public static CharBuffer newCharBuffer(int capacity) {
        return RANK.allocate("newCharBuffer", capacity, 2).asCharBuffer();
    }

    /** A direct buffer of shorts in the machine's order. */
    public static ShortBuffer newShortBuffer(int capacity) {
        return RANK.allocate("newShortBuffer", capacity, 2).asShortBuffer();
    }

    /** A direct buffer of ints in the machine's order. */
    public static IntBuffer newIntBuffer(int capacity) {
        return RANK.allocate("newIntBuffer", capacity, 4).asIntBuffer();
    }

    /** A direct buffer of longs in the machine's order. */
    public static LongBuffer newLongBuffer(int capacity) {
        return RANK.allocate("newLongBuffer", capacity, 8).asLongBuffer();
    }

    /** A direct buffer of floats in the machine's order. */
    public static FloatBuffer newFloatBuffer(int capacity) {
        return RANK.allocate("newFloatBuffer", capacity, 4).asFloatBuffer();
    }

    /** A direct buffer of doubles in the machine's order. */
    public static DoubleBuffer newDoubleBuffer(int capacity) {
        return RANK.allocate("newDoubleBuffer", capacity, 8).asDoubleBuffer();
    }

    /**
     * The address of memory (MPI_Get_address, section 5.1.5). Displacements are differences of addresses ({@link #aintDiff}): no call
     * takes an address itself. New here, as the next three.
     *
     * @param memory a native {@code MemorySegment}, or a direct buffer, whose first element counts
     * @throws MPIException of class ERR_BUFFER for memory in the heap, which the collector moves
     */
    public static long getAddress(Object memory) throws MPIException {
        return RANK.address(memory);
    }

    /** The address that lies some bytes behind another one (MPI_Aint_add). */
    public static long aintAdd(long base, long disp) {
        return base + disp;
    }

    /** The bytes from the second address to the first one (MPI_Aint_diff). */
    public static long aintDiff(long addr1, long addr2) {
        return addr1 - addr2;
    }

    /**
     * Makes a data representation known under a name (MPI_Register_datarep, section 14.5.3), for {@link File#setView}. Data have
     * there the form of "native"; {@link File#getTypeExtent} asks the function for extents. The name stays until {@link #Finalize}.
     *
     * @param name up to {@link #MAX_DATAREP_STRING} characters
     * @param read must be null, as must be {@code write}: data are not converted by functions of the program
     * @param extent null where extents are those of memory
     * @throws MPIException of class ERR_UNSUPPORTED_DATAREP for a representation with conversions, and ERR_DUP_DATAREP for a name
     *     that is known already
     */
    public static void registerDatarep(
            String name,
            @Nullable DatarepConversionFunction read,
            @Nullable DatarepConversionFunction write,
            @Nullable DatarepExtentFunction extent)
            throws MPIException {
        RANK.registerDatarep(name, read, write, extent);
    }

    /**
     * The rest of a buffer from an offset, whatever its position and limit. Both share their content.
     *
     * @throws MPIException of class ERR_ARG if the offset is negative or behind the buffer's end, and of class ERR_BUFFER if the
     *     buffer is null
     */
    public static ByteBuffer slice(ByteBuffer buf, int offset) {
        RANK.sliceLength(buf, offset);
        ByteBuffer part = buf.duplicate();
        part.clear().position(offset);
        return part.slice().order(buf.order());
    }

    /** The rest of a buffer from an offset, whatever its position and limit. Both share their content. */
    public static CharBuffer slice(CharBuffer buf, int offset) {
        RANK.sliceLength(buf, offset);
        CharBuffer part = buf.duplicate();
        part.clear().position(offset);
        return part.slice();
    }

    /** The rest of a buffer from an offset, whatever its position and limit. Both share their content. */
    public static ShortBuffer slice(ShortBuffer buf, int offset) {
        RANK.sliceLength(buf, offset);
        ShortBuffer part = buf.duplicate();
        part.clear().position(offset);
        return part.slice();
    }

    /** The rest of a buffer from an offset, whatever its position and limit. Both share their content. */
    public static IntBuffer slice(IntBuffer buf, int offset) {
        RANK.sliceLength(buf, offset);
        IntBuffer part = buf.duplicate();
        part.clear().position(offset);
        return part.slice();
    }

    /** The rest of a buffer from an offset, whatever its position and limit. Both share their content. */
    public static LongBuffer slice(LongBuffer buf, int offset) {
        RANK.sliceLength(buf, offset);
        LongBuffer part = buf.duplicate();
        part.clear().position(offset);
        return part.slice();
    }

    /** The rest of a buffer from an offset, whatever its position and limit. Both share their content. */
    public static FloatBuffer slice(FloatBuffer buf, int offset) {
        RANK.sliceLength(buf, offset);
        FloatBuffer part = buf.duplicate();
        part.clear().position(offset);
        return part.slice();
    }

    /** The rest of a buffer from an offset, whatever its position and limit. Both share their content. */
    public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
        RANK.sliceLength(buf, offset);
        DoubleBuffer part = buf.duplicate();
        part.clear().position(offset);
        return part.slice();
    }

    /**
     * The rest of an array from an offset, as a buffer. Both share their content. Errors are as those of
     * {@link #slice(ByteBuffer, int)}.
     */
    public static ByteBuffer slice(byte[] buf, int offset) {
        return ByteBuffer.wrap(buf, offset, RANK.sliceLength(buf, offset))
                .slice()
                .order(ByteOrder.nativeOrder());
    }

    /** The rest of an array from an offset, as a buffer. Both share their content. */
    public static CharBuffer slice(char[] buf, int offset) {
        return CharBuffer.wrap(buf, offset, RANK.sliceLength(buf, offset)).slice();
    }

    /** The rest of an array from an offset, as a buffer. Both share their content. */
    public static ShortBuffer slice(short[] buf, int offset) {
        return ShortBuffer.wrap(buf, offset, RANK.sliceLength(buf, offset)).slice();
    }

    /** The rest of an array from an offset, as a buffer. Both share their content. */
    public static IntBuffer slice(int[] buf, int offset) {
        return IntBuffer.wrap(buf, offset, RANK.sliceLength(buf, offset)).slice();
    }

    /** The rest of an array from an offset, as a buffer. Both share their content. */
    public static LongBuffer slice(long[] buf, int offset) {
        return LongBuffer.wrap(buf, offset, RANK.sliceLength(buf, offset)).slice();
    }

    /** The rest of an array from an offset, as a buffer. Both share their content. */
    public static FloatBuffer slice(float[] buf, int offset) {
        return FloatBuffer.wrap(buf, offset, RANK.sliceLength(buf, offset)).slice();
    }

    /** The rest of an array from an offset, as a buffer. Both share their content. */
    public static DoubleBuffer slice(double[] buf, int offset) {
        return DoubleBuffer.wrap(buf, offset, RANK.sliceLength(buf, offset)).slice();
    }

    // ---- mpiJava 1.2: the same by other names --------------------------------------------------------------------

    /** The same as {@link #isInitialized} (mpiJava 1.2, section 7.5). */
    public static boolean Initialized() throws MPIException {
        return RANK.isInitialized();
    }

    /** The same as {@link #getProcessorName} (mpiJava 1.2, section 7.1), before {@link #Init} and after {@link #Finalize}, too. */
    public static String Get_processor_name() throws MPIException {
        return RANK.processorNameAlways();
    }

    /** The same as {@link #wtime} (mpiJava 1.2, section 7.4), before {@link #Init} and after {@link #Finalize}, too. */
    public static double Wtime() throws MPIException {
        return RANK.timeAlways();
    }

    /** The same as {@link #wtick} (mpiJava 1.2, section 7.4). */
    public static double Wtick() throws MPIException {
        return wtick();
    }

    /** The same as {@link #attachBuffer} (mpiJava 1.2, section 3.6). A buffer that is attached already is replaced, as in MPJ Express. */
    public static void Buffer_attach(byte[] buffer) throws MPIException {
        RANK.attach(buffer);
    }

    /** As {@link #Buffer_attach(byte[])}, with as much room as a buffer has (MPJ Express). */
    public static void Buffer_attach(ByteBuffer buffer) throws MPIException {
        RANK.attach(buffer);
    }

    /** The same as {@link #detachBuffer} (mpiJava 1.2, section 3.6). */
    public static byte @Nullable [] Buffer_detach() throws MPIException {
        return RANK.detach();
    }
}
