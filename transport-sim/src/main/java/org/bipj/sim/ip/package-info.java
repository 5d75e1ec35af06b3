/**
 * IP over BIP: the TCP/IP stack of a host of 1998, whose network driver is a client of BIP's firmware (BIP paper, section 7).
 * See docs/architecture/ip.md.
 */
package org.bipj.sim.ip;
