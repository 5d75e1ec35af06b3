/**
 * TCP as a pure state machine (RFC 9293, with RFC 1122, 5681 and 6298): time and segments go in, segments and the next
 * deadlines come out. No thread, no clock, no input or output of its own, and no address: whoever owns a connection
 * carries its segments.
 */
@NullMarked
package org.bipj.core.protocol.tcp;

import org.jspecify.annotations.NullMarked;
