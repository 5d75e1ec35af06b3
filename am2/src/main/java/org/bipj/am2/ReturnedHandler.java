package org.bipj.am2;

/** The handler with index 0: for messages of the endpoint that came back. It may not send. */
@FunctionalInterface
public interface ReturnedHandler {
    /**
     * Runs for one message that came back.
     *
     * @param status why
     * @param opcode the kind of the message
     * @param message the message as it was sent; its {@link Message#source} is the endpoint that it was sent to. The data
     *     of a bulk message are not there
     */
    void returned(Status status, Opcode opcode, Message message);
}
