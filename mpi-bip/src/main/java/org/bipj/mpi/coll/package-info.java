/**
 * Blocking collective operations (MPI 4.1 chapter 6) over the messages of one communicator. One algorithm per file,
 * {@link org.bipj.mpi.coll.Tuning} chooses; {@link org.bipj.mpi.coll.Collectives} is the entry.
 */
package org.bipj.mpi.coll;
