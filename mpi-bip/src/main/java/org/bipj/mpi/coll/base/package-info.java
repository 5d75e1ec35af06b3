/**
 * What the algorithms of collective operations share: messages, blocks of user buffers, scratch memory, and the facts that
 * the choice of an algorithm depends on.
 */
@NullMarked
package org.bipj.mpi.coll.base;

import org.jspecify.annotations.NullMarked;
