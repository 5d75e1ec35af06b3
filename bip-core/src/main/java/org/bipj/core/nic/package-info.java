/**
 * The port: what a host sees of its network interface. Every transport implements {@link org.bipj.core.nic.NicPort};
 * everything above it talks to nothing else. The papers' equivalent is the memory-mapped interface of the LANai board
 * (BIP, section 4.1): bounded packet memory written by programmed I/O, and regions that the network interface reads and
 * writes by itself.
 */
@NullMarked
package org.bipj.core.nic;

import org.jspecify.annotations.NullMarked;
