/** The supervisor of one host of a job of several hosts: makes the host's session and runs its ranks for mpirun. */
package org.bipj.launch.hosts.supervisor;
