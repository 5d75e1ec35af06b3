package mpi;

import org.bipj.mpi.rma.RmaErrors;

/** Names of the error classes that this library raises. */
final class ErrorNames {
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
    };

    private ErrorNames() {}

    static String of(int errorClass) {
        return switch (errorClass) {
            case Predefined.ERR_INFO_KEY -> "ERR_INFO_KEY";
            case Predefined.ERR_INFO_NOKEY -> "ERR_INFO_NOKEY";
            case Predefined.ERR_INFO_VALUE -> "ERR_INFO_VALUE";
            case Predefined.ERR_INFO -> "ERR_INFO";
            case Predefined.ERR_KEYVAL -> "ERR_KEYVAL";
            case org.bipj.mpi.engine.ErrorClass.NO_MEM -> "ERR_NO_MEM";
            case org.bipj.mpi.engine.ErrorClass.UNSUPPORTED_OPERATION -> "ERR_UNSUPPORTED_OPERATION";
            case RmaErrors.DISP -> "ERR_DISP";
            case RmaErrors.ASSERT -> "ERR_ASSERT";
            case RmaErrors.LOCKTYPE -> "ERR_LOCKTYPE";
            case RmaErrors.SIZE -> "ERR_SIZE";
            case RmaErrors.WIN -> "ERR_WIN";
            case RmaErrors.RMA_SYNC -> "ERR_RMA_SYNC";
            case RmaErrors.RMA_RANGE -> "ERR_RMA_RANGE";
            case RmaErrors.RMA_ATTACH -> "ERR_RMA_ATTACH";
            case RmaErrors.RMA_FLAVOR -> "ERR_RMA_FLAVOR";
            case RmaErrors.RMA_SHARED -> "ERR_RMA_SHARED";
            default -> errorClass >= 0 && errorClass < NAMES.length ? NAMES[errorClass] : "error " + errorClass;
        };
    }
}
