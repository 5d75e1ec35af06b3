package org.bipj.crl.protocol;

/** Sends the messages of copies. */
@FunctionalInterface
public interface Outlet {
    /**
     * Sends a message. The data of a message that {@linkplain ProtocolMessage#hasData carries some} may be read later, up to the
     * moment in which the message leaves, if messages of a pair leave in the order in which they were sent: the protocol lets no
     * one write them before.
     *
     * @param copy the copy that sends, for its region
     * @param to another rank
     */
    void send(Copy copy, int to, ProtocolMessage message);
}
