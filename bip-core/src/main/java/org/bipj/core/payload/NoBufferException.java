package org.bipj.core.payload;

/** An object that was passed as a buffer is not a buffer, or not one that the caller may touch. */
public final class NoBufferException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    NoBufferException(String message) {
        super(message);
    }

    /** The message, which is never null. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
