/**
 * What the algorithms of collective operations share: messages, blocks of user buffers, scratch memory, and the facts that
 * the choice of an algorithm depends on.
 */
package org.bipj.mpi.coll.base;
