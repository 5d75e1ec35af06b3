package org.bipj.am2;

import org.bipj.core.nic.Endpoints;

/** Why a message came back. For all reasons but {@link #UNREACHABLE} no handler has run for it. */
public enum Status {
    /** Arguments that the receiver cannot use (EBADARGS). */
    BAD_ARGUMENTS(1),
    /** An entry of the translation table that is not bound (EBADENTRY). */
    BAD_ENTRY(2),
    /** The receiving endpoint has another tag (EBADTAG). */
    BAD_TAG(3),
    /** No handler is registered under the index (EBADHANDLER). */
    BAD_HANDLER(4),
    /** The receiver has no segment, or the offset is outside it (EBADSEGOFF). */
    BAD_SEGMENT_OFFSET(5),
    /** The message is longer than what follows the offset in the segment (EBADLENGTH). */
    BAD_LENGTH(6),
    /** There is no endpoint of that name, or its rank has left (EBADENDPOINT). */
    BAD_ENDPOINT(7),
    /** The network was congested for too long (ECONGESTION). */
    CONGESTION(8),
    /** The peer has not answered for long, or there is no route to it; the message may have been delivered (EUNREACHABLE). */
    UNREACHABLE(9),
    /** The requesting side did not take the reply (EREPLYREJECTED). */
    REPLY_REJECTED(10);

    private static final Status[] ALL = values();

    private final int code;

    Status(int code) {
        this.code = code;
    }

    /** The number in the specification. */
    public int code() {
        return code;
    }

    /** The answer of a sink that returns a message for this reason. */
    int refusal() {
        return ~(Endpoints.FIRST_OWN_REASON + code);
    }

    static Status of(int reason) {
        return switch (reason) {
            case Endpoints.NO_ENDPOINT -> BAD_ENDPOINT;
            case Endpoints.WRONG_TAG -> BAD_TAG;
            case Endpoints.UNREACHABLE -> UNREACHABLE;
            default -> {
                int at = reason - Endpoints.FIRST_OWN_REASON - 1;
                yield at >= 0 && at < ALL.length ? ALL[at] : BAD_ARGUMENTS;
            }
        };
    }
}
