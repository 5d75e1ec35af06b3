package org.bipj.ssam;

/** A call that cannot be carried out, or a peer that does not answer. The message names the rank and what was expected. */
public final class SsamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SsamException(String message) {
        super(message);
    }
}
