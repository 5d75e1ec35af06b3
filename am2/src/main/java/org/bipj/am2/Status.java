package org.bipj.am2;

import org.bipj.core.nic.Endpoints;

/**
 * Why a message came back. For all reasons but {@link #UNREACHABLE} no handler has run for it. Of the specification's reasons
 * two are missing: ECONGESTION (8), since a message waits as long as the network is congested, and EREPLYREJECTED (10), since
 * a reply that is refused comes back with the reason of the refusal.
 */
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
    /** The peer has not answered for long, or there is no route to it; the message may have been delivered (EUNREACHABLE). */
    UNREACHABLE(9);

    private static final Status[] ALL = values();

    private final int code;

    Status(int code) {
        this.code = code;
    }

    /** The number of this status in the specification. */
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
                for (Status status : ALL) {
                    if (status.code == reason - Endpoints.FIRST_OWN_REASON) {
                        yield status;
                    }
                }
                yield BAD_ARGUMENTS;
            }
        };
    }
}
