package org.bipj.core.payload;

/** An object was handed over as a buffer that is none. */
public final class NoBufferException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NoBufferException(String message) {
        super(message);
    }
}
