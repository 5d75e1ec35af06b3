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

    private ErrorNames() {}

    /** The name of an error class, as the standard has it without MPI_. */
    public static String of(int errorClass) {
        return switch (errorClass) {
            case RmaErrors.RMA_RANGE -> "ERR_RMA_RANGE";
            case RmaErrors.RMA_ATTACH -> "ERR_RMA_ATTACH";
            case RmaErrors.RMA_FLAVOR -> "ERR_RMA_FLAVOR";
            case ErrorClass.PROC_FAILED -> "ERR_PROC_FAILED";
            case RmaErrors.RMA_SHARED -> "ERR_RMA_SHARED";
            default -> errorClass >= 0 && errorClass < NAMES.length ? NAMES[errorClass] : "error " + errorClass;
        };
    }
}
