/** Process topologies (MPI 4.1 chapter 8): their arithmetic, and how the processes make a distributed graph together. */
@NullMarked
package org.bipj.mpi.topology;

import org.jspecify.annotations.NullMarked;
