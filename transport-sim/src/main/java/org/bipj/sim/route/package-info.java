/**
 * Routes between hosts as pure graph algorithms over a topology: how they are computed, and the check that they are
 * valid and free of deadlock.
 */
package org.bipj.sim.route;
