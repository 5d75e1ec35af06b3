package org.bipj.crl;

/** A call of CRL with a wrong argument, or at the wrong time. The message names the rank and what was expected. */
public final class CrlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CrlException(int rank, String message) {
        super("rank " + rank + ": CRL: " + message);
    }
}
