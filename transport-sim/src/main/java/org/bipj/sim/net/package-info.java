/**
 * Cables, switches and worms: how characters move between boards, source routed, cut through and with back-pressure.
 * Does not depend on what boards do with them.
 */
package org.bipj.sim.net;
