package org.bipj.mpi.call;

/** The operations on the elements of a window (MPI 4.1 section 12.3). */
public enum WindowOperation {
    PUT("put"),
    GET("get"),
    ACCUMULATE("accumulate"),
    GET_ACCUMULATE("getAccumulate"),
    FETCH_AND_OP("fetchAndOp"),
    COMPARE_AND_SWAP("compareAndSwap");

    private final String method;

    WindowOperation(String method) {
        this.method = method;
    }

    /** Name of the method. */
    public String method() {
        return method;
    }

    /** Name of the method that returns a request. */
    public String requestMethod() {
        return "r" + Character.toUpperCase(method.charAt(0)) + method.substring(1);
    }
}
