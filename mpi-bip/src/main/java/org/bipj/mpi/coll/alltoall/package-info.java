/**
 * The alltoall (MPI 4.1 section 6.8): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.alltoall;

import org.jspecify.annotations.NullMarked;
