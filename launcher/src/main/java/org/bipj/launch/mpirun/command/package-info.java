/** The command line of {@code mpirun}: options, their values, the help, and what follows from them for each rank. */
package org.bipj.launch.mpirun.command;
