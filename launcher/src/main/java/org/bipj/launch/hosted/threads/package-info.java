/**
 * Threads of a simulated rank's program: the classes that take the places of the JDK's in such a program, so that a wait
 * for another thread gives the rank's processor away instead of blocking the run. docs/architecture/threads-of-a-rank.md
 * lists them.
 */
package org.bipj.launch.hosted.threads;
