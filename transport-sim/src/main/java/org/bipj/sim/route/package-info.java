/**
 * Static routes between hosts, and what must hold of them: valid, free of deadlock. The mapper finds out what is
 * connected.
 */
package org.bipj.sim.route;
