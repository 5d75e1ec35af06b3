/**
 * Cables, switches and worms: how characters move between boards. Source routed, cut through, with back-pressure; knows
 * nothing of what the boards do with them.
 */
package org.bipj.sim.net;
