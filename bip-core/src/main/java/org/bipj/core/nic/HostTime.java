package org.bipj.core.nic;

/** What a rank's software charges to its clock: where a port has {@link VirtualTime}; elsewhere charging does nothing. */
public final class HostTime {
    private final VirtualTime clock;

    /** The time of a port's owner. */
    public HostTime(NicPort port) {
        clock = port.virtualTime();
    }

    /** Charges a named piece of host software. */
    public void charge(HostWork work) {
        if (clock != null) {
            clock.charge(work);
        }
    }

    /** Charges the copy of so many bytes in host memory by the processor. */
    public void chargeCopy(long bytes) {
        if (clock != null) {
            clock.chargeCopy(bytes);
        }
    }
}
