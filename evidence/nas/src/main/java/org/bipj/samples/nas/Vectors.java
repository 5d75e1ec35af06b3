package org.bipj.samples.nas;

/**
 * Whether this JVM has the Vector API, the module {@code jdk.incubator.vector}. With it the kernels compute with vector
 * instructions; without it they run the same steps in plain loops, at half the speed or less.
 */
public final class Vectors {
    /** The lines or points that the kernels treat together: a multiple of every vector's number of doubles. */
    public static final int LANES = 8;

    /** Whether classes that use the Vector API can be loaded. */
    public static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent();

    private Vectors() {}
}
