/**
 * LCI's boards: the control program of LCI, whose reliability and multicast are placed on boards or hosts by constants, and
 * the host driver, which implements the facet {@link org.bipj.core.nic.PacketInterface}. See
 * docs/architecture/lci-boards.md.
 */
package org.bipj.sim.lci;
