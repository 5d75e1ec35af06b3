/** Experiments over MPI-BIP: unchanged MPI programs on the simulated cluster. They know no published value. */
package org.bipj.reproduce.mpi;
