package org.bipj.core.nic;

/**
 * The facet of ports whose time is virtual: it passes for a rank by what is charged to its clock. Clients charge by way
 * of {@link HostTime}.
 */
public interface VirtualTime {
    /** Charges a named piece of host software; the platform names what it costs. */
    void charge(HostWork work);

    /** Charges the processor's copy of that many bytes in host memory. */
    void chargeCopy(long bytes);
}
