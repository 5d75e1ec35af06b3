package org.bipj.core.channel;

/**
 * Told when the medium has lost or corrupted a packet (BIP paper, section 7: "exit the application with an error or
 * interrupt it for error treatment").
 */
@FunctionalInterface
public interface ErrorHook {
    /**
     * A packet is missing or damaged; the messages of this peer can no longer be trusted.
     *
     * @param peer rank that sent it
     * @param what what was found and what was expected
     */
    void onError(int peer, String what);
}
