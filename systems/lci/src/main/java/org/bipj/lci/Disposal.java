package org.bipj.lci;

/** What an {@link Upcall} does with its packet. */
public enum Disposal {
    /** The client keeps the packet, and calls {@link ReceivedPacket#release} later. */
    KEEP,
    /** The client does not need the packet after the upcall. */
    RELEASE
}
