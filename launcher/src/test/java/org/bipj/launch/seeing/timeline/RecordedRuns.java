package org.bipj.launch.seeing.timeline;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.launch.seeing.view.JobTimeline;
import org.bipj.sim.SimOptions;

/**
 * Simulated jobs in this JVM that are recorded, without an agent: the library is loaded once more, by a loader that changes its classes as the
 * agent does.
 */
public final class RecordedRuns {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String CLASS = ".class";
    private static final int RECORDS = 1 << 16;
    private static final ClassLoader MARKED = new Marked(RecordedRuns.class.getClassLoader(), true);

    private RecordedRuns() {}

    /** The changed bytes of a class. */
    private static final class Changed extends URLStreamHandler {
        private final Marked loader;
        private final URL original;

        Changed(Marked loader, URL original) {
            this.loader = loader;
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
                        return new ByteArrayInputStream(loader.changed(in.readAllBytes()));
                    } catch (ClassNotFoundException e) {
                        throw new IOException(e);
                    }
                }
            };
        }
    }

    /** The library once more. */
    private static final class Marked extends ClassLoader {
        private final CallMarker marker;

        Marked(ClassLoader parent, boolean records) {
            super(parent);
            marker = new CallMarker(records);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.bipj.") && !name.startsWith("mpi.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String path = name.replace('.', '/');
            try (InputStream in = getParent().getResourceAsStream(path + ".class")) {
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

        /** Each rank loads classes with state of its own once more. */
        @Override
        public URL getResource(String name) {
            URL found = super.getResource(name);
            String type = name.endsWith(CLASS) ? name.substring(0, name.length() - CLASS.length()) : "java/";
            boolean isMarked = marker.isMarked(type) || marker.records() && CallSites.isOfProgram(type);
            try {
                return found != null && isMarked
                        ? URL.of(URI.create("marked:/" + name), new Changed(this, found))
                        : found;
            } catch (MalformedURLException e) {
                throw new IllegalStateException(e);
            }
        }

        /** By the library's other classes, which then know the numbers of operations. */
        private byte[] changed(byte[] bytes) throws ClassNotFoundException {
            try {
                return (byte[]) loadClass(Inside.class.getName(), true)
                        .getMethod("changed", boolean.class, byte[].class)
                        .invoke(null, marker.records(), bytes);
            } catch (IllegalAccessException | NoSuchMethodException | InvocationTargetException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /**
     * Runs a main class on a simulated cluster, in virtual time.
     *
     * @param folder an empty one, for what ranks write
     * @param program each rank loads its own, and other classes of its package
     */
    public static JobTimeline run(Path folder, int ranks, Class<?> program, String... arguments)
            throws ReflectiveOperationException, IOException {
        run(MARKED, RECORDS, folder, ranks, program, arguments);
        return JobTimeline.read(JobFacts.of("sim", ranks), folder);
    }

    /** The same where only totals are counted, as for {@code --profile}. */
    public static void count(Path folder, int ranks, Class<?> program, String... arguments)
            throws ReflectiveOperationException {
        run(new Marked(RecordedRuns.class.getClassLoader(), false), 0, folder, ranks, program, arguments);
    }

    private static void run(
            ClassLoader library, int records, Path folder, int ranks, Class<?> program, String... arguments)
            throws ReflectiveOperationException {
        try {
            Class.forName(Inside.class.getName(), true, library)
                    .getMethod("run", Path.class, int.class, int.class, String.class, String[].class)
                    .invoke(null, folder, records, ranks, program.getName(), arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(program + " fails", e.getCause());
        }
    }

    /** What is done by the library's other classes. */
    public static final class Inside {
        /** All runs rewrite the same classes in the same way. */
        private static final Map<String, byte[]> REWRITTEN = new ConcurrentHashMap<>();

        private Inside() {}

        public static byte[] changed(boolean records, byte[] bytes) {
            boolean isOfProgram = CallSites.isOfProgram(
                    ClassFile.of().parse(bytes).thisClass().asInternalName());
            byte[] changed = isOfProgram
                    ? CallSites.mark(Inside.class.getClassLoader(), bytes)
                    : new CallMarker(records).mark(bytes);
            return changed == null ? bytes : changed;
        }

        public static void run(Path folder, int records, int ranks, String program, String[] arguments)
                throws Exception {
            Timeline.writeTo(folder, records);
            String own = program.substring(0, program.lastIndexOf('.') + 1);
            RankCode code = new RankCode() {
                @Override
                public ClassLoader loader(LoadedRank rank) {
                    return RankClassLoader.within(
                            rank, Inside.class.getClassLoader(), name -> name.startsWith(own), REWRITTEN);
                }

                @Override
                public void run(ClassLoader loader) throws Throwable {
                    try {
                        Class.forName(program, true, loader)
                                .getMethod("main", String[].class)
                                .invoke(null, (Object) arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }
            };
            SimOptions options = SimOptions.of(SimOptions.DEFAULT_PLATFORM);
            EmbeddedJob.Outcome outcome =
                    EmbeddedJob.simulated(ranks, options, code, LIMIT).run();
            if (!outcome.isSuccess()) {
                throw new IllegalStateException(outcome.failures() + " " + outcome.report());
            }
        }
    }
}
