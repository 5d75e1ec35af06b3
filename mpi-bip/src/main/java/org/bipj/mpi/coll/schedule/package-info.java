/**
 * Collective operations as lists of steps: the text of an algorithm is run once, and what it does is recorded instead of
 * done. Non-blocking operations do the steps as they can, persistent ones at each start.
 */
@NullMarked
package org.bipj.mpi.coll.schedule;

import org.jspecify.annotations.NullMarked;
