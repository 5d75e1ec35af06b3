/**
 * What the program of a rank in virtual time sees of the world beside messages: clocks that show virtual time, and random
 * numbers that follow from the seed of the run. Rewritten code calls these in place of the JDK's.
 * docs/architecture/simulated-hosts.md describes them.
 */
package org.bipj.launch.hosted.world;
