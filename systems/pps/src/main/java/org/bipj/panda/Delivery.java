package org.bipj.panda;

/** When a message is passed to its {@link Receiver}. */
public enum Delivery {
    /** When all its packets have arrived. Until then they wait. */
    COMPLETE,
    /** When its first packet has arrived: the receiver can name a destination for the others. */
    BEGUN
}
