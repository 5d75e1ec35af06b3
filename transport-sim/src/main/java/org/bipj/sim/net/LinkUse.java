package org.bipj.sim.net;

/**
 * What one direction of a cable has carried.
 *
 * @param name where it leads, such as {@code host 3 > switch 0}
 * @param busyPs picoseconds in which characters moved
 * @param blockedPs picoseconds in which a worm held it and none moved
 * @param worms worms whose tail has passed
 * @param characters characters that have passed
 */
public record LinkUse(String name, long busyPs, long blockedPs, long worms, long characters) {}
