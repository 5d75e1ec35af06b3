/**
 * The mapper: boards discover the network by probes, elect a leader, and receive routes from it. {@link
 * org.bipj.sim.mapper.Discovery} is the algorithm, {@link org.bipj.sim.mapper.MapperFirmware} runs it on a board.
 */
package org.bipj.sim.mapper;
