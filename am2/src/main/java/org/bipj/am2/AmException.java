package org.bipj.am2;

/** A call that cannot be carried out, or a message that came back to an endpoint without a handler for those. */
public final class AmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The return codes of the specification, but for AM_OK. */
    public enum Code {
        /** Active Messages are not initialised, or closed (AM_ERR_NOT_INIT). */
        NOT_INITIALIZED(1),
        /** An argument is out of range (AM_ERR_BAD_ARG). */
        BAD_ARGUMENT(2),
        /** Something is not in the state that the call needs (AM_ERR_RESOURCE). */
        RESOURCE(3),
        /** A message was not sent, or came back (AM_ERR_NOT_SENT). */
        NOT_SENT(4),
        /** The library is open in a way that excludes this use (AM_ERR_IN_USE). */
        IN_USE(5);

        private final int number;

        Code(int number) {
            this.number = number;
        }

        /** The number of this code in the specification. */
        public int number() {
            return number;
        }
    }

    private final Code code;
    private final transient Status status;

    AmException(Code code, String message) {
        this(code, null, message);
    }

    AmException(Code code, Status status, String message) {
        super(message);
        this.code = code;
        this.status = status;
    }

    /** The return code that the specification's function would have returned. */
    public Code code() {
        return code;
    }

    /** Why a message came back; null where none did. */
    public Status status() {
        return status;
    }
}
