/** Collective operations over the engine (MPI 4.1 chapter 6). */
package org.bipj.mpi.coll;
