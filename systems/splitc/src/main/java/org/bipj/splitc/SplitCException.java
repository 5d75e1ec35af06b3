package org.bipj.splitc;

/** An access or a collective call that cannot be carried out. The message names the rank and what was expected. */
public final class SplitCException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SplitCException(String message) {
        super(message);
    }
}
