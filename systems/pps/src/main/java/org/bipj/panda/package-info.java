/**
 * Panda: messages gathered from several buffers, remote procedure calls, broadcast and totally ordered broadcast over
 * LCI (LCI paper, section 5.1). {@link org.bipj.panda.Panda} is where a program starts.
 */
package org.bipj.panda;
