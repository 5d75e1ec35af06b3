package org.bipj.sim.hardware;

/**
 * Packets of one kind that a board has received, up to now.
 *
 * @param kind their kind, as the firmware calls it
 * @param packets number of packets that arrived whole; those that the firmware drops count as well
 * @param bytes bytes of its clients in them, without headers
 */
public record PacketCounts(String kind, long packets, long bytes) {}
