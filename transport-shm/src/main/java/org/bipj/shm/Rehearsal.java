package org.bipj.shm;

import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Starts the program that the JVM watches to make the start-up cache of ranks. The program is loaded from beside the
 * class path, since a cache fits only class paths that begin with the one it was made with: the library alone.
 */
public final class Rehearsal {
    private Rehearsal() {}

    /**
     * Runs a program.
     *
     * @param args the URI of a jar or folder, a class in it with a {@code main(String[])}, and the program's arguments
     */
    public static void main(String[] args) throws ReflectiveOperationException, MalformedURLException {
        if (AotWarmup.link(0, args.length, 1.0, 1, args[1]) == 0) {
            throw new IllegalStateException("no call sites were linked");
        }
        URL[] place = {URI.create(args[0]).toURL()};
        Class<?> program = new URLClassLoader(place, Rehearsal.class.getClassLoader()).loadClass(args[1]);
        try {
            String[] arguments = java.util.Arrays.copyOfRange(args, 2, args.length);
            program.getMethod("main", String[].class).invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the rehearsed program failed", e.getCause());
        }
    }
}
