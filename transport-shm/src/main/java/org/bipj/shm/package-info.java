/** The port over shared-memory rings, between JVM processes and between threads of one JVM. */
package org.bipj.shm;
