/** Platforms as data: files of constants, topologies and routes, and the command that shows them. */
package org.bipj.sim.platform;
