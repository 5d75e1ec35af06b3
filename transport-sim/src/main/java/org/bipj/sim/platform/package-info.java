/** Platforms as data: hardware constants with unit, source and mark, and topologies. */
package org.bipj.sim.platform;
