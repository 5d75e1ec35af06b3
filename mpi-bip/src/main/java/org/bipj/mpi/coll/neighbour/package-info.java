/**
 * The neighbourhood collective operations (MPI 4.1 section 8.6): messages along the edges of a process topology.
 */
@NullMarked
package org.bipj.mpi.coll.neighbour;

import org.jspecify.annotations.NullMarked;
