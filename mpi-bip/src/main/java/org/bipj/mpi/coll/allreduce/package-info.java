/**
 * The allreduce (MPI 4.1 section 6.9.6): one algorithm per file, named by an enum, and the choice among them.
 */
@NullMarked
package org.bipj.mpi.coll.allreduce;

import org.jspecify.annotations.NullMarked;
