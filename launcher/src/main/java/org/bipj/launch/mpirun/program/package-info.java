/** The command that starts a rank's JVM: the user's command, taken apart, with the library and JVM options added. */
package org.bipj.launch.mpirun.program;
