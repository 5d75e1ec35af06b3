package org.bipj.core.protocol.tcp;

/** Why a connection has ended before both sides had closed it. */
public enum TcpFailure {
    /** The peer has answered the SYN by a RST: nothing listens there. */
    REFUSED,
    /** The peer has sent a RST. */
    RESET,
    /** The peer has not answered. */
    TIMED_OUT
}
