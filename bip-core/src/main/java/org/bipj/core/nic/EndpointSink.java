package org.bipj.core.nic;

/**
 * Takes what an {@linkplain Endpoint endpoint} receives, in place. Called from inside {@link EndpointGroup#poll} only, on
 * the polling thread; it may claim and commit entries, but must not poll.
 */
public interface EndpointSink {
    /** The sink is done with the message: its entry may be used again at once. */
    int DONE = 0;

    /**
     * The sink cannot take the message now, because it lacks what an answer needs: the message stays in the receive
     * queue. A later poll delivers it again.
     */
    int NOT_NOW = 1;

    /**
     * One message has come.
     *
     * @param message valid only during the call
     * @return {@link #DONE}, {@link #NOT_NOW}, or the complement ({@code ~reason}) of a reason from {@link
     *     Endpoints#FIRST_OWN_REASON} on: the message was not delivered, and goes back to its sender
     */
    int onMessage(EndpointMessage message);

    /**
     * A message of this endpoint came back. Its words and data are as they were sent.
     *
     * @param message valid only during the call; its peer is the endpoint that it was sent to
     * @param reason one of {@link Endpoints}, or the receiving library's own
     */
    void onReturned(EndpointMessage message, int reason);
}
