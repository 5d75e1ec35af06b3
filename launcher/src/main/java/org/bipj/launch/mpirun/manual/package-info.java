/** What an installed copy has beside its jars: the manual page and the completion of {@code mpirun}, made from its help. */
package org.bipj.launch.mpirun.manual;
