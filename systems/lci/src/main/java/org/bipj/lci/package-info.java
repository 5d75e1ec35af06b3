/**
 * LCI, the link-level communication interface of the LFC and LCI papers: packets that are filled in place, unicast and
 * multicast, received by upcalls, and counters that other ranks add to. {@link org.bipj.lci.Lci} is the way in.
 */
package org.bipj.lci;
