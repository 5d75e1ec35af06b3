/**
 * The neighbourhood collective operations (MPI 4.1 section 8.6): messages along the edges of a process topology.
 */
package org.bipj.mpi.coll.neighbour;
