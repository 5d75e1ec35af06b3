/**
 * {@code --profile}: measures the MPI calls of a job's ranks. The classes of package {@code mpi} contain nothing for it: an
 * agent in the ranks' JVMs ({@link org.bipj.launch.seeing.profile.ProfileAgent}) wraps their methods while they are loaded.
 */
package org.bipj.launch.seeing.profile;
