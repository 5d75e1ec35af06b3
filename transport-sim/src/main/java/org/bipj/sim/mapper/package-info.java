/**
 * The mapper: boards discover the network by probes, elect a leader, and receive routes from it. {@link
 * org.bipj.sim.mapper.Discovery} is the algorithm, {@link org.bipj.sim.mapper.Mapper} runs it for one host: on a board of its
 * own, or in a daemon beside a board that carries traffic.
 */
package org.bipj.sim.mapper;
