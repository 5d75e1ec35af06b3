package org.bipj.am2;

/**
 * A method of an endpoint that messages name. It runs inside {@link Bundle#poll} and other calls that wait, on the calling
 * thread, once for each message. It should be short and must not wait. The handler of a request may reply once; none may
 * send a request, poll or wait.
 */
@FunctionalInterface
public interface Handler {
    /**
     * Runs for one message.
     *
     * @param message the message, which is this handler's until it returns; the object is used again for the next one
     */
    void handle(Message message);
}
