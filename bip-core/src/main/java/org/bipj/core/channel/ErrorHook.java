package org.bipj.core.channel;

/**
 * Told when the medium has lost or corrupted a packet (BIP paper, section 7: "exit the application with an error or
 * interrupt it for error treatment").
 */
@FunctionalInterface
public interface ErrorHook {
    /**
     * A packet is missing or damaged, or one on its way out was lost: messages from this peer, or to it, can no longer
     * be trusted.
     *
     * @param peer rank that sent it, or that it was for
     * @param what the damage that was found, and what was expected
     */
    void onError(int peer, String what);
}
