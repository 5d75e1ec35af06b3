/**
 * {@code --timeline}: records the MPI calls and messages of a job's ranks. The classes of package {@code mpi} contain nothing for it
 * but marks without code: an agent in the ranks' JVMs ({@link org.bipj.launch.seeing.timeline.TimelineAgent}) wraps the calls, and gives the
 * marks code, while they are loaded.
 */
package org.bipj.launch.seeing.timeline;
