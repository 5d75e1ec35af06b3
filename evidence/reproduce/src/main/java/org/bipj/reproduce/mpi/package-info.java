/**
 * Experiments over MPI-BIP: unchanged MPI programs on the simulated cluster. They have no access to published values.
 */
package org.bipj.reproduce.mpi;
