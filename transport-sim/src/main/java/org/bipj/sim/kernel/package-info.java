/**
 * Discrete-event simulation: integer time in picoseconds, events ordered by (time, sequence), programs as coroutines.
 * Does not depend on what is simulated.
 */
package org.bipj.sim.kernel;
