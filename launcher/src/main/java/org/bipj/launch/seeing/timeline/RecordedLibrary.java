package org.bipj.launch.seeing.timeline;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The library once more, for jobs that are recorded in a JVM without an agent: its classes are changed as {@link TimelineAgent} changes
 * them. Ranks whose class loaders have this one as their parent find the program's classes changed, too. Classes of the JDK and of other
 * libraries are those of the parent.
 */
public final class RecordedLibrary extends ClassLoader {
    private static final String CLASS = ".class";
    /** What is called by {@link #record}. */
    private static final String ENTRY = "inside";

    /** Records of a thread. */
    private static final int RECORDS = 1 << 16;

    private final CallMarker marker;
    private final Set<String> common;

    static {
        registerAsParallelCapable();
    }

    /**
     * A library.
     *
     * @param original finds the library, and the programs
     * @param hasRecords false if only totals are counted
     * @param common names of classes of the library that are those of the parent: types of arguments of what is recorded
     */
    public RecordedLibrary(ClassLoader original, boolean hasRecords, Set<String> common) {
        super("recorded", original);
        marker = new CallMarker(hasRecords);
        this.common = common;
    }

    /**
     * Records jobs that a method runs: one call at a time.
     *
     * @param folder an empty one, for what ranks write
     * @param entry a class of the library with a static method {@code inside}, which is called in this library
     * @param arguments of types that are common
     * @throws Throwable what it throws
     */
    public synchronized void record(Path folder, Class<?> entry, Object... arguments) throws Throwable {
        call(RecordedLibrary.class, "writeTo", folder, marker.records());
        call(entry, ENTRY, arguments);
    }

    private Object call(Class<?> type, String name, Object... arguments) throws Throwable {
        Method method = Stream.of(loadClass(type.getName()).getDeclaredMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    // ---- what is called in the library ---------------------------------------------------------------------------

    private static void writeTo(Path folder, boolean hasRecords) {
        Timeline.writeTo(folder, hasRecords ? RECORDS : 0);
    }

    /** Operations have numbers in the changed code: those of the classes that are called from there. */
    private static byte[] change(boolean hasRecords, byte[] bytes) {
        String type = ClassFile.of().parse(bytes).thisClass().asInternalName();
        if (!CallSites.isOfProgram(type)) {
            return new CallMarker(hasRecords).mark(bytes);
        }
        byte[] changed = CallSites.mark(RecordedLibrary.class.getClassLoader().getParent(), bytes);
        return changed == null ? bytes : changed;
    }

    // ---- loading -------------------------------------------------------------------------------------------------

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isOwn = name.startsWith("org.bipj.") || name.startsWith("mpi.");
        if (!isOwn || common.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/');
        try (InputStream in = getParent().getResourceAsStream(path + CLASS)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            byte[] changed = marker.isMarked(path) ? changed(bytes) : bytes;
            return defineClass(name, changed, 0, changed.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each rank loads classes with state of its own from here. */
    @Override
    public URL getResource(String name) {
        URL found = super.getResource(name);
        if (found == null || !name.endsWith(CLASS)) {
            return found;
        }
        String type = name.substring(0, name.length() - CLASS.length());
        if (!marker.isMarked(type) && !(marker.records() && CallSites.isOfProgram(type))) {
            return found;
        }
        try {
            return URL.of(URI.create("recorded:/" + name), new ChangedBytes(found));
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] changed(byte[] bytes) {
        try {
            return (byte[]) call(RecordedLibrary.class, "change", marker.records(), bytes);
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The changed bytes of a class. */
    private final class ChangedBytes extends URLStreamHandler {
        private final URL original;

        ChangedBytes(URL original) {
            this.original = original;
        }

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(original) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() throws IOException {
                    try (InputStream in = original.openStream()) {
                        return new ByteArrayInputStream(changed(in.readAllBytes()));
                    }
                }
            };
        }
    }
}
