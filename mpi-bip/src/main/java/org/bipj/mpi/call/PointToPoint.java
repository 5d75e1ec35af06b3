package org.bipj.mpi.call;

/** The operations of point-to-point communication (MPI 4.1 chapter 3). */
public enum PointToPoint {
    SEND("send"),
    SSEND("sSend"),
    RSEND("rSend"),
    BSEND("bSend"),
    RECV("recv"),
    SENDRECV("sendRecv"),
    SENDRECV_REPLACE("sendRecvReplace"),
    PROBE("probe"),
    IPROBE("iProbe");

    private final String method;

    PointToPoint(String method) {
        this.method = method;
    }

    /** Name of the blocking method. */
    public String method() {
        return method;
    }

    /** Name of the non-blocking method: {@code iSend}, {@code isSend}. */
    public String startMethod() {
        boolean hasMode = Character.isUpperCase(method.charAt(1));
        return "i" + (hasMode ? method : Character.toUpperCase(method.charAt(0)) + method.substring(1));
    }

    /** Name of the persistent method. */
    public String prepareMethod() {
        return method + "Init";
    }

    /** True if the caller sends something. */
    public boolean sends() {
        return compareTo(RECV) < 0 || this == SENDRECV || this == SENDRECV_REPLACE;
    }

    /** True if the caller receives something. */
    public boolean receives() {
        return this == RECV || this == SENDRECV || this == SENDRECV_REPLACE;
    }

    /** True if the caller only looks for a message. */
    public boolean isProbe() {
        return this == PROBE || this == IPROBE;
    }
}
