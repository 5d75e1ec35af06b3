/** The ranks' output on its way to the terminal and to files, in whole lines. */
package org.bipj.launch.mpirun.output;
