/** Loads one program several times into one JVM, once for each rank, and rewrites some of its calls of the JDK. */
package org.bipj.launch.hosted.loader;
