package org.bipj.bip;

/** A rule of BIP was broken, here or by the node at the other end. Nothing was written outside of a buffer. */
public final class BipException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Which rule. */
    public enum Reason {
        /** A node sends to itself. */
        SEND_TO_SELF,
        /** A node number, tag, length or request is out of its range. */
        BAD_ARGUMENT,
        /** A send is made while another is pending. */
        SEND_PENDING,
        /** A receive is made on a tag on which one is pending. */
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

    /** Which rule. */
    public Reason reason() {
        return reason;
    }
}
