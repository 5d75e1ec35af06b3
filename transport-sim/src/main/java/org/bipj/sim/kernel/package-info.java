/**
 * Discrete-event simulation: integer time in picoseconds, events ordered by (time, sequence), ranks as coroutines.
 * Knows nothing of networks.
 */
package org.bipj.sim.kernel;
