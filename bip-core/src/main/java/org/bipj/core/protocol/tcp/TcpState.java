package org.bipj.core.protocol.tcp;

/** The states of a connection (RFC 9293, 3.3.2). A listener has none: it makes a connection for each SYN. */
public enum TcpState {
    /** There is no connection, or it is over. */
    CLOSED,
    /** A SYN was sent. */
    SYN_SENT,
    /** A SYN was received and answered. */
    SYN_RECEIVED,
    /** Data flow both ways. */
    ESTABLISHED,
    /** This side has closed first, and its FIN is not acknowledged. */
    FIN_WAIT_1,
    /** This side has closed first; the peer may send. */
    FIN_WAIT_2,
    /** The peer has closed first; this side may send. */
    CLOSE_WAIT,
    /** Both have closed at once, and the own FIN is not acknowledged. */
    CLOSING,
    /** Both have closed, the peer first, and the own FIN is not acknowledged. */
    LAST_ACK,
    /** Both have closed, and a late segment of the peer is still answered. */
    TIME_WAIT;

    /** True if both sides have agreed on the connection, and it is not over. */
    public boolean isSynchronized() {
        return this != CLOSED && this != SYN_SENT && this != SYN_RECEIVED;
    }

    /** True if data of the peer may arrive. */
    boolean receives() {
        return this == ESTABLISHED || this == FIN_WAIT_1 || this == FIN_WAIT_2;
    }
}
