/**
 * The parts of a node, with the papers' names: host, I/O bus, and the board with its LANai, SRAM and DMA engines.
 * Firmware runs on these parts and is not part of this package.
 */
package org.bipj.sim.hardware;
