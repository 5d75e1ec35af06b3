package org.bipj.launch.hosted.threads;

/** An object whose class enters its monitor between fibers, too, wherever the JDK's superclass does in the JVM. */
public interface ServedMonitor {}
