/**
 * The barrier (MPI 4.1 section 6.3): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.barrier;

import org.jspecify.annotations.NullMarked;
