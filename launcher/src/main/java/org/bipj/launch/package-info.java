/**
 * The launcher's main classes: {@link org.bipj.launch.Main} is the command {@code mpirun}, {@link
 * org.bipj.launch.ThreadMode} runs a job inside an IDE's JVM.
 */
package org.bipj.launch;
