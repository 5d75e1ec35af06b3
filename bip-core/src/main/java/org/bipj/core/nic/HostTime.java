package org.bipj.core.nic;

import org.jspecify.annotations.Nullable;

/** Charges a rank's software to its clock where the port has {@link VirtualTime}; elsewhere does nothing. */
public final class HostTime {
    private final @Nullable VirtualTime clock;

    /** The time of the rank that owns a port. */
    public HostTime(NicPort port) {
        clock = port.virtualTime();
    }

    /** Charges a named piece of host software. */
    public void charge(HostWork work) {
        if (clock != null) {
            clock.charge(work);
        }
    }

    /** Charges the processor's copy of that many bytes in host memory. */
    public void chargeCopy(long bytes) {
        if (clock != null) {
            clock.chargeCopy(bytes);
        }
    }

    /**
     * Charges the processor's copy of a piece of a larger buffer, which may not fit into its cache.
     *
     * @param extent length of the whole destination in bytes
     */
    public void chargeCopy(long bytes, long extent) {
        if (clock != null) {
            clock.chargeCopy(bytes, extent);
        }
    }
}
