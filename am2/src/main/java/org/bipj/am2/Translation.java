package org.bipj.am2;

import org.bipj.core.nic.EndpointName;

/**
 * An entry of a translation table.
 *
 * @param name the endpoint that messages go to
 * @param tag the tag that they carry
 */
public record Translation(EndpointName name, long tag) {}
