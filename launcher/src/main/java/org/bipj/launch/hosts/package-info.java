/** Jobs of several hosts, in mpirun: one supervisor per host (package {@code supervisor}) runs the ranks that are judged here. */
package org.bipj.launch.hosts;
