/**
 * Panda: messages gathered from several buffers, remote procedure calls, broadcast and totally ordered broadcast over
 * LCI (LCI paper, section 5.1).
 */
package org.bipj.panda;
