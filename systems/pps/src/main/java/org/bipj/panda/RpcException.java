package org.bipj.panda;

/** The procedure of a remote procedure call has thrown an exception, or has not replied. */
public final class RpcException extends PandaException {
    private static final long serialVersionUID = 1L;

    private final int callee;
    private final String thrown;

    RpcException(int rank, int callee, int service, String thrown) {
        super(rank, "the procedure of service " + service + " on rank " + callee + " threw " + thrown);
        this.callee = callee;
        this.thrown = thrown;
    }

    /** The rank on which the procedure ran. */
    public int callee() {
        return callee;
    }

    /** The class name and the message of what the procedure threw. */
    public String thrown() {
        return thrown;
    }
}
