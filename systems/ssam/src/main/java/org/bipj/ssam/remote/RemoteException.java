package org.bipj.ssam.remote;

/** A call that the other host refuses, or whose cells were lost. The message names the ranks and the segment. */
public final class RemoteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RemoteException(String message) {
        super(message);
    }
}
