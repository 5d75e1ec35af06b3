package org.bipj.launch;

import java.io.File;
import java.util.Arrays;
import java.util.List;

/** The jars of the library, which every rank has on its class path. */
final class Library {
    private Library() {}

    /**
     * The jars, in the order in which they stand on class paths: those of the system property {@code bipj.lib}, which the
     * script {@code mpirun} sets.
     */
    static List<String> jars() {
        String lib = System.getProperty("bipj.lib", "");
        return Arrays.stream(lib.split(File.pathSeparator))
                .filter(jar -> !jar.isEmpty())
                .toList();
    }

    /** The jars as a class path. */
    static String classPath() {
        return System.getProperty("bipj.lib", "");
    }
}
