/** Faults that can be injected, and where. */
package org.bipj.sim.fault;
