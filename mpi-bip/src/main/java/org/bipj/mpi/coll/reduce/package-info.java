/**
 * The reduce (MPI 4.1 section 6.9.1): one algorithm per file, named by an enum, and the choice among them.
 */
package org.bipj.mpi.coll.reduce;
