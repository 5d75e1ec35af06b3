package org.bipj.bip;

/** A rule of BIP was broken, here or by the node at the other end. Nothing was written outside of a buffer. */
public final class BipException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The rules of BIP that a call can break. */
    public enum Reason {
        /** A node has sent to itself. */
        SEND_TO_SELF,
        /** A node number, tag, length or request is out of its range. */
        BAD_ARGUMENT,
        /** A send was begun while another one was pending. */
        SEND_PENDING,
        /** A receive was begun on a tag on which one was pending. */
        RECEIVE_PENDING,
        /** A long message was sent before its receive was posted. The message is dropped. */
        NOT_POSTED,
        /** A message is longer than the posted buffer. The message is dropped. */
        TOO_LONG
    }

    private final Reason reason;

    BipException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    /** The rule that was broken. */
    public Reason reason() {
        return reason;
    }
}
