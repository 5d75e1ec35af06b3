/** Shared memory by name, in files of a session directory or inside one JVM, and how it is read and written: accesses with the memory order in their names, system calls. */
package org.bipj.shm.memory;
