/**
 * Streams, readers and writers of {@code java.io} that the threads of a simulated rank share: subclasses of the JDK's, which rewritten
 * code uses in their places. A method enters the JDK's lock between fibers before the JDK's method enters it in the JVM: no thread ever
 * waits there.
 */
package org.bipj.launch.hosted.streams;
