package org.bipj.panda;

/**
 * Receives messages. Runs as an upcall of LCI: inside calls that poll or wait, and by interrupts where Panda is {@linkplain
 * Panda.Setup#multithreaded multi-threaded}, one at a time on each rank. It may send messages. Calls that wait are refused.
 */
@FunctionalInterface
public interface Receiver {
    /**
     * A message has arrived, all of it or its {@linkplain Delivery beginning}. What the receiver has not read, {@linkplain
     * Incoming#into given a destination} or {@linkplain Incoming#keep kept} is dropped when it returns. If it throws an
     * exception, the message is dropped, and the call in which upcalls run throws the exception.
     *
     * @param message not to be used after the return, unless it is kept or has a destination
     */
    void onMessage(Incoming message);
}
