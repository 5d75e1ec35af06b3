/** What holds for jobs of all modes: reports about the ranks, deadlocks, the time limit, and slow starts. */
package org.bipj.launch.mpirun.job;
