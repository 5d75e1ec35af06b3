package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;

/**
 * Memory that peers can reach. It belongs to the port that registered it. Peers attach it on first use; their mappings
 * end after the owner has closed it.
 */
public interface Region {
    /** The memory, zeroed when registered. It stays valid as long as its arena. */
    MemorySegment memory();

    /** Ends the region. The owner must have no transfer in progress that touches it. Idempotent. */
    void close();
}
