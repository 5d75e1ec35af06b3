/**
 * The port over shared memory: one ring per pair of ranks that talk, in files of a session directory between processes or
 * in plain memory between threads of one JVM.
 */
package org.bipj.shm;
