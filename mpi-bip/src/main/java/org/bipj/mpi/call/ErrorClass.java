package org.bipj.mpi.call;

/** Error classes of the MPI standard (section 9.4), with the values of Open MPI. */
public final class ErrorClass {
    public static final int SUCCESS = 0;
    public static final int BUFFER = 1;
    public static final int COUNT = 2;
    public static final int TYPE = 3;
    public static final int TAG = 4;
    public static final int COMM = 5;
    public static final int RANK = 6;
    public static final int REQUEST = 7;
    public static final int ROOT = 8;
    public static final int GROUP = 9;
    public static final int OP = 10;
    public static final int TOPOLOGY = 11;
    public static final int DIMS = 12;
    public static final int ARG = 13;
    public static final int UNKNOWN = 14;
    public static final int TRUNCATE = 15;
    public static final int OTHER = 16;
    public static final int INTERN = 17;
    public static final int IN_STATUS = 18;
    public static final int PENDING = 19;
    public static final int ACCESS = 20;
    public static final int CONVERSION = 25;
    public static final int INFO_VALUE = 33;
    public static final int NAME = 38;
    public static final int NO_MEM = 39;
    public static final int PORT = 43;
    public static final int SERVICE = 48;
    public static final int SPAWN = 50;
    public static final int UNSUPPORTED_OPERATION = 52;

    /** A process that the call needs has failed (ULFM's MPIX_ERR_PROC_FAILED). */
    public static final int PROC_FAILED = 75;

    /** A receive from any source waits for one that may have failed, and goes on (ULFM's MPIX_ERR_PROC_FAILED_PENDING). */
    public static final int PROC_FAILED_PENDING = 76;

    /** A process has revoked the communicator (ULFM's MPIX_ERR_REVOKED). */
    public static final int REVOKED = 77;

    public static final int SESSION = 78;
    public static final int VALUE_TOO_LARGE = 79;
    public static final int ERRHANDLER = 80;

    private ErrorClass() {}
}
