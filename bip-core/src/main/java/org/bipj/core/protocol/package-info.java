/**
 * Protocols as pure state machines: events in, decisions out; no thread, no clock, no input or output of their own. The
 * host's channel or a firmware instantiates the same class; only where it is placed and what its steps cost differ.
 */
@NullMarked
package org.bipj.core.protocol;

import org.jspecify.annotations.NullMarked;
