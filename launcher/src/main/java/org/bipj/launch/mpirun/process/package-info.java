/** Jobs whose ranks are processes: their start, their supervision, and their end. */
package org.bipj.launch.mpirun.process;
