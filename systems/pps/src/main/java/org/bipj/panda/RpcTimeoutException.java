package org.bipj.panda;

/**
 * A remote procedure call has not been answered in time. The procedure may have run, may run later, or may never run; the
 * call is not repeated.
 */
public final class RpcTimeoutException extends PandaException {
    private static final long serialVersionUID = 1L;

    RpcTimeoutException(int rank, int callee, int service, double seconds) {
        super(
                rank,
                "service " + service + " on rank " + callee + " has not answered within " + seconds
                        + " s; it may have run, and is not called again");
    }
}
