/**
 * The allgather (MPI 4.1 section 6.7): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.allgather;

import org.jspecify.annotations.NullMarked;
