package org.bipj.panda;

/**
 * What remote procedure calls run at their callee: once for each call. Runs as an upcall, as a {@link Receiver} does.
 */
@FunctionalInterface
public interface Procedure {
    /**
     * Serves a call. An exception that is thrown before the reply reaches the caller as {@link RpcException}; so does a return
     * without {@link Reply#send} and {@link Reply#later}. An {@link Error} is thrown at both ranks.
     *
     * @param request the message of the caller, complete or {@linkplain Delivery#BEGUN begun}; dropped at the return unless it is {@linkplain Incoming#keep kept}
     * @param reply goes to the caller
     */
    void call(Incoming request, Reply reply);
}
