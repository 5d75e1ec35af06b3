/**
 * Active Messages II with virtual networks on the board: the firmware, and its host driver, which implements the facet
 * {@link org.bipj.core.nic.Endpoints}. See docs/architecture/am-firmware.md.
 */
package org.bipj.sim.am;
