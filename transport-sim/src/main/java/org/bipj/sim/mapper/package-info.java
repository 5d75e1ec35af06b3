/** The mapper: what a network looks like, found out by the boards themselves, and routes handed out to them. */
package org.bipj.sim.mapper;
