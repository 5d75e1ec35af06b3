package org.bipj.launch.hosted.loader;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleReader;
import java.net.JarURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.security.CodeSource;
import java.security.cert.Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.bipj.core.job.Job;
import org.bipj.core.job.RankLoader;
import org.bipj.core.job.WatchedArrays;

/**
 * The classes of one rank that shares its JVM with others: the program's, {@code mpi.MPI}, which holds COMM_WORLD, and those of
 * the library that are written as a program's, with threads of their own. They are defined once per rank, so that static fields
 * stay apart and threads become the rank's. The JDK and the rest of the library are the parent's, once for all ranks.
 */
public final class RankClassLoader extends URLClassLoader implements RankLoader {
    /** The one class of the library that holds a rank's state in static fields, and its nested classes. */
    private static final String PER_RANK = "mpi.MPI";

    /** The package of the library that is written as a program's. */
    private static final String AS_A_PROGRAM = "org.bipj.executor.";

    /** The protocol in the locations of the JDK's classes. */
    private static final String JDK = "jrt";

    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    static {
        registerAsParallelCapable();
    }

    private volatile LoadedRank rank;
    private final Configuration modules;
    /** The classes that ranks of one program have rewritten, by their places: what becomes of a class is the same for all of them. */
    private final Map<String, byte[]> rewritten;

    private CallRewriter rewriter;
    /** The classes may be used in several runs. */
    private boolean keeps;
    /** True as long as all classes are the same after a run as before it. */
    private volatile boolean lasts = true;

    /** The class that is reset before another run; null: it has not been loaded. */
    private volatile Class<?> world;

    /** True for names of classes that are defined once per rank although the parent finds them. */
    private final Predicate<String> perRank;

    /**
     * The loader of a rank.
     *
     * @param places where the program's classes are
     * @param modules those that are to be defined to this loader
     * @param parent finds the library, and nothing of the program
     * @param rewritten classes that ranks of the same program have rewritten, by their places
     */
    RankClassLoader(
            LoadedRank rank, URL[] places, Configuration modules, ClassLoader parent, Map<String, byte[]> rewritten) {
        this(rank, places, modules, parent, name -> false, rewritten);
    }

    private RankClassLoader(
            LoadedRank rank,
            URL[] places,
            Configuration modules,
            ClassLoader parent,
            Predicate<String> perRank,
            Map<String, byte[]> rewritten) {
        super("rank " + rank.job().rank(), places, parent);
        this.perRank = perRank;
        this.rank = rank;
        this.modules = modules;
        this.rewritten = rewritten;
    }

    /**
     * The loader of a rank whose program is on the class path of this JVM, as its library is.
     *
     * @param parent finds both
     * @param perRank true for names of the program's classes; those of the JDK are shared whatever it says
     */
    public static RankClassLoader within(LoadedRank rank, ClassLoader parent, Predicate<String> perRank) {
        return within(rank, parent, perRank, new ConcurrentHashMap<>());
    }

    /**
     * The same for ranks, of one run or several ones alike, that share what becomes of their classes.
     *
     * @param rewritten classes that they have rewritten, by their places
     */
    public static RankClassLoader within(
            LoadedRank rank, ClassLoader parent, Predicate<String> perRank, Map<String, byte[]> rewritten) {
        return new RankClassLoader(rank, new URL[0], Configuration.empty(), parent, perRank, rewritten);
    }

    /**
     * The rank whose code is on the caller's stack (the JDK may be between, after a method reference), else the rank of
     * the thread's context; null if there is none.
     */
    public static LoadedRank rankOfCaller() {
        ClassLoader loader = WALKER.walk(
                        frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                                .filter(RankClassLoader.class::isInstance)
                                .findFirst())
                .orElseGet(() -> Thread.currentThread().getContextClassLoader());
        return loader instanceof RankClassLoader own ? own.rank : null;
    }

    /** The classes may be used in several runs. Before any is loaded. */
    void keep() {
        keeps = true;
    }

    /** True if the classes that have been loaded are the same after a run as before it. */
    boolean lasts() {
        return lasts;
    }

    /** Another run begins, in the main thread of its rank. */
    void begin(LoadedRank next) {
        rank = next;
        try {
            if (world != null) {
                world.getMethod(LastingClasses.RESET).invoke(null);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("class " + PER_RANK + " cannot be reset", e);
        }
    }

    @Override
    public Job job() {
        return rank.job();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        ThreadRules rules = rank.threadRules();
        if (rules != null) {
            String internal = name.replace('.', '/');
            if (rules.copies().isCopy(internal)) {
                return rules.copies().loadClass(name);
            }
            if (rules.relocation().isMoved(internal)) {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded == null ? defineMoved(name) : loaded;
                }
            }
        }
        boolean holdsWorld = name.startsWith(PER_RANK)
                && (name.length() == PER_RANK.length() || name.charAt(PER_RANK.length()) == '$');
        boolean isOwn = rank.definesOwn(name);
        if (!holdsWorld && !isOwn && !name.startsWith(AS_A_PROGRAM) && !perRank.test(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            URL resource = getParent().getResource(path(name));
            if (resource == null) {
                return super.loadClass(name, resolve);
            }
            boolean ofJdk = !isOwn && resource != null && resource.getProtocol().equals(JDK);
            return ofJdk ? super.loadClass(name, resolve) : define(name, resource);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        return define(name, findResource(path(name)));
    }

    @Override
    protected Class<?> findClass(String module, String name) {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    @Override
    protected URL findResource(String module, String name) throws IOException {
        if (module == null) {
            return findResource(name);
        }
        try (ModuleReader reader =
                modules.findModule(module).orElseThrow().reference().open()) {
            Optional<URI> found = reader.find(name);
            return found.isEmpty() ? null : found.get().toURL();
        }
    }

    private Class<?> defineMoved(String name) {
        byte[] bytes = rewritten.computeIfAbsent(name, key -> rewriter().moved(key.replace('.', '/')));
        lasts &= !keeps || LastingClasses.isOne(bytes);
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static String path(String name) {
        return name.replace('.', '/') + ".class";
    }

    private Class<?> define(String name, URL resource) throws ClassNotFoundException {
        if (resource == null) {
            throw new ClassNotFoundException(name);
        }
        try {
            URLConnection connection = resource.openConnection();
            byte[] bytes = rewritten.get(resource.toString());
            if (bytes == null) {
                try (InputStream in = connection.getInputStream()) {
                    bytes = rewriter().rewrite(in.readAllBytes());
                }
                rewritten.put(resource.toString(), bytes);
            }
            CodeSource source = new CodeSource(place(connection, path(name)), (Certificate[]) null);
            boolean isReset = keeps && name.equals(PER_RANK);
            if (isReset) {
                bytes = LastingClasses.resettable(bytes);
            } else if (keeps && lasts) {
                lasts = LastingClasses.isOne(bytes);
            }
            Class<?> defined = defineClass(name, bytes, 0, bytes.length, source);
            if (isReset) {
                world = defined;
            }
            return defined;
        } catch (IOException e) {
            throw new ClassNotFoundException(name + ": cannot read " + resource, e);
        }
    }

    private synchronized CallRewriter rewriter() {
        if (rewriter == null) {
            rewriter =
                    new CallRewriter(this, rank.callRules(), rank.threadRules(), WatchedArrays.isCheckOf(rank.job()));
        }
        return rewriter;
    }

    /**
     * The jar or the folder that a class comes from.
     *
     * @param path of the class below it; the location has it too, where its characters may be escaped, but not its slashes
     */
    private static URL place(URLConnection connection, String path) throws MalformedURLException {
        if (connection instanceof JarURLConnection jar) {
            return jar.getJarFileURL();
        }
        String url = connection.getURL().toString();
        int end = url.length();
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            end = url.lastIndexOf('/', end - 1);
        }
        return URI.create(url.substring(0, url.lastIndexOf('/', end - 1) + 1)).toURL();
    }
}
