/**
 * The parts of a node, by the papers' names: host, I/O bus, and the board with its LANai, SRAM and DMA engines. The
 * firmware is not here: it runs on these parts.
 */
package org.bipj.sim.hardware;
