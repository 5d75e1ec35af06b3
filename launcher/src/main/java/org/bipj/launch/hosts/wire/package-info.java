/** Frames between mpirun and the supervisors of a job's hosts, and the links that carry them. */
package org.bipj.launch.hosts.wire;
