package org.bipj.am2;

/** The kind of a returned message, for the handler of returned messages. */
public enum Opcode {
    /** A short request. */
    REQUEST(1),
    /** A medium request. */
    REQUEST_MEDIUM(2),
    /** A bulk request. */
    REQUEST_TRANSFER(3),
    /** A short reply. */
    REPLY(4),
    /** A medium reply. */
    REPLY_MEDIUM(5),
    /** A bulk reply. */
    REPLY_TRANSFER(6),
    /** A request for data; the specification's list has no number for it. */
    GET(7);

    private final int code;

    Opcode(int code) {
        this.code = code;
    }

    /** The number of this code in the specification. */
    public int code() {
        return code;
    }

    static Opcode of(boolean reply, int category) {
        return switch (category) {
            case Header.SHORT -> reply ? REPLY : REQUEST;
            case Header.MEDIUM -> reply ? REPLY_MEDIUM : REQUEST_MEDIUM;
            case Header.BULK, Header.WHOLE -> reply ? REPLY_TRANSFER : REQUEST_TRANSFER;
            default -> GET;
        };
    }
}
