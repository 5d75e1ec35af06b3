package org.bipj.mpi.error;

import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.rma.RmaErrors;

/** Names of the error classes that this library raises. */
public final class ErrorNames {
    private static final String[] NAMES = {
        "SUCCESS",
        "ERR_BUFFER",
        "ERR_COUNT",
        "ERR_TYPE",
        "ERR_TAG",
        "ERR_COMM",
        "ERR_RANK",
        "ERR_REQUEST",
        "ERR_ROOT",
        "ERR_GROUP",
        "ERR_OP",
        "ERR_TOPOLOGY",
        "ERR_DIMS",
        "ERR_ARG",
        "ERR_UNKNOWN",
        "ERR_TRUNCATE",
        "ERR_OTHER",
        "ERR_INTERN",
        "ERR_IN_STATUS",
        "ERR_PENDING",
        "ERR_ACCESS",
        "ERR_AMODE",
        "ERR_ASSERT",
        "ERR_BAD_FILE",
        "ERR_BASE",
        "ERR_CONVERSION",
        "ERR_DISP",
        "ERR_DUP_DATAREP",
        "ERR_FILE_EXISTS",
        "ERR_FILE_IN_USE",
        "ERR_FILE",
        "ERR_INFO_KEY",
        "ERR_INFO_NOKEY",
        "ERR_INFO_VALUE",
        "ERR_INFO",
        "ERR_IO",
        "ERR_KEYVAL",
        "ERR_LOCKTYPE",
        "ERR_NAME",
        "ERR_NO_MEM",
        "ERR_NOT_SAME",
        "ERR_NO_SPACE",
        "ERR_NO_SUCH_FILE",
        "ERR_PORT",
        "ERR_QUOTA",
        "ERR_READ_ONLY",
        "ERR_RMA_CONFLICT",
        "ERR_RMA_SYNC",
        "ERR_SERVICE",
        "ERR_SIZE",
        "ERR_SPAWN",
        "ERR_UNSUPPORTED_DATAREP",
        "ERR_UNSUPPORTED_OPERATION",
        "ERR_WIN",
    };

    /** What each means, by its number (MPI 4.1 section 9.4). */
    private static final String[] MEANINGS = {
        "no error",
        "invalid buffer",
        "invalid count",
        "invalid datatype",
        "invalid tag",
        "invalid communicator",
        "invalid rank",
        "invalid request",
        "invalid root",
        "invalid group",
        "invalid operation",
        "invalid topology",
        "invalid dimensions",
        "invalid argument of some other kind",
        "unknown error",
        "message truncated on receive",
        "known error not in this list",
        "internal error",
        "the error is in the status",
        "pending request",
        "permission denied",
        "invalid mode for a file",
        "invalid assertion",
        "invalid file name",
        "invalid base of memory to free",
        "conversion of data failed",
        "invalid displacement",
        "data representation defined already",
        "file exists",
        "file is in use",
        "invalid file handle",
        "key too long",
        "key not defined",
        "value too long",
        "invalid info object",
        "other error of input or output",
        "invalid attribute key",
        "invalid type of lock",
        "service name not published",
        "memory exhausted",
        "collective argument differs between processes",
        "not enough space",
        "file does not exist",
        "invalid port",
        "quota exceeded",
        "file or file system is read-only",
        "conflicting accesses to a window",
        "wrong synchronization of accesses to a window",
        "invalid service name",
        "invalid size",
        "processes cannot be started",
        "data representation not supported",
        "operation not supported",
        "invalid window",
    };

    private ErrorNames() {}

    /** The name of an error class, as the standard has it without MPI_. */
    public static String of(int errorClass) {
        return switch (errorClass) {
            case RmaErrors.RMA_RANGE -> "ERR_RMA_RANGE";
            case RmaErrors.RMA_ATTACH -> "ERR_RMA_ATTACH";
            case RmaErrors.RMA_FLAVOR -> "ERR_RMA_FLAVOR";
            case ErrorClass.PROC_FAILED -> "ERR_PROC_FAILED";
            case ErrorClass.PROC_FAILED_PENDING -> "ERR_PROC_FAILED_PENDING";
            case ErrorClass.REVOKED -> "ERR_REVOKED";
            case ErrorClass.SESSION -> "ERR_SESSION";
            case ErrorClass.VALUE_TOO_LARGE -> "ERR_VALUE_TOO_LARGE";
            case ErrorClass.ERRHANDLER -> "ERR_ERRHANDLER";
            case RmaErrors.RMA_SHARED -> "ERR_RMA_SHARED";
            default -> errorClass >= 0 && errorClass < NAMES.length ? NAMES[errorClass] : "error " + errorClass;
        };
    }

    /** True for an error class of the standard or of this library. */
    public static boolean isOne(int code) {
        return !of(code).startsWith("error ");
    }

    /** Name and meaning of an error class. */
    public static String text(int errorClass) {
        String meaning = switch (errorClass) {
            case RmaErrors.RMA_RANGE -> "target memory is not part of the window";
            case RmaErrors.RMA_ATTACH -> "memory cannot be attached";
            case RmaErrors.RMA_FLAVOR -> "window of another flavor";
            case RmaErrors.RMA_SHARED -> "memory cannot be shared";
            case ErrorClass.SESSION -> "invalid session";
            case ErrorClass.VALUE_TOO_LARGE -> "value does not fit its type";
            case ErrorClass.ERRHANDLER -> "invalid error handler";
            case ErrorClass.PROC_FAILED -> "a process has failed";
            case ErrorClass.PROC_FAILED_PENDING ->
                "a process that may be the source has failed, and the receive goes on";
            case ErrorClass.REVOKED -> "the communicator has been revoked";
            default -> MEANINGS[errorClass];
        };
        return "MPI_" + of(errorClass) + ": " + meaning;
    }
}
