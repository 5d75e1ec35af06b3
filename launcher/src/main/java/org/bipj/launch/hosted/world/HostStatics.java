package org.bipj.launch.hosted.world;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.ObjectInputFilter;
import java.lang.management.ManagementFactory;
import java.lang.management.PlatformManagedObject;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.HttpURLConnection;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.net.URLStreamHandlerFactory;
import java.nio.charset.Charset;
import java.nio.file.spi.FileSystemProvider;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.security.auth.login.Configuration;
import org.bipj.launch.support.LauncherVariables;

/**
 * What a host has of its own of the JDK's static state, from its start to its end. Values that the JDK lets programs read and set are exchanged when the processor of another host
 * gets the baton: so they hold for all code that reads them, the JDK's too. Hosts that set none cost nothing.
 */
public final class HostStatics {
    /**
     * A static value of the JDK.
     *
     * @param setters the methods by which programs set it
     */
    private record Value(Class<?> owner, List<String> setters, Supplier<Object> get, Consumer<Object> set) {
        private boolean isSetBy(String method) {
            return setters.stream().anyMatch(setter -> method.equals(owner.getName() + "." + setter));
        }
    }

    private static final List<Value> VALUES = List.of(
            value(Locale.class, "setDefault", HostStatics::locales, HostStatics::setLocales),
            value(TimeZone.class, "setDefault", TimeZone::getDefault, TimeZone::setDefault),
            value(
                    Thread.class,
                    "setDefaultUncaughtExceptionHandler",
                    Thread::getDefaultUncaughtExceptionHandler,
                    Thread::setDefaultUncaughtExceptionHandler),
            value(System.class, "setIn", () -> System.in, System::setIn),
            value(System.class, "setOut", () -> System.out, System::setOut),
            value(System.class, "setErr", () -> System.err, System::setErr),
            value(Authenticator.class, "setDefault", Authenticator::getDefault, Authenticator::setDefault),
            value(ProxySelector.class, "setDefault", ProxySelector::getDefault, ProxySelector::setDefault),
            value(CookieHandler.class, "setDefault", CookieHandler::getDefault, CookieHandler::setDefault),
            value(ResponseCache.class, "setDefault", ResponseCache::getDefault, ResponseCache::setDefault),
            value(URLConnection.class, "setFileNameMap", URLConnection::getFileNameMap, URLConnection::setFileNameMap),
            value(
                    HttpURLConnection.class,
                    "setFollowRedirects",
                    HttpURLConnection::getFollowRedirects,
                    HttpURLConnection::setFollowRedirects),
            value(
                    HttpsURLConnection.class,
                    "setDefaultHostnameVerifier",
                    HttpsURLConnection::getDefaultHostnameVerifier,
                    HttpsURLConnection::setDefaultHostnameVerifier),
            value(
                    HttpsURLConnection.class,
                    "setDefaultSSLSocketFactory",
                    HttpsURLConnection::getDefaultSSLSocketFactory,
                    HttpsURLConnection::setDefaultSSLSocketFactory),
            value(
                    URLConnection.class,
                    "setDefaultAllowUserInteraction",
                    URLConnection::getDefaultAllowUserInteraction,
                    URLConnection::setDefaultAllowUserInteraction),
            value(URLConnection.class, "setDefaultUseCaches", HostStatics::caches, HostStatics::setCaches),
            value(Configuration.class, "setConfiguration", HostStatics::logins, Configuration::setConfiguration),
            new Value(
                    Security.class,
                    List.of("addProvider", "insertProviderAt", "removeProvider"),
                    Security::getProviders,
                    to -> setProviders((Provider[]) to)));

    /** The protocols of which connections of programs are the JDK's. */
    private static final List<String> PROTOCOLS = List.of("file", "jar", "jrt");

    /** Of the values that some host has set those of the JVM. */
    private static final Map<Value, Object> OF_JVM = new HashMap<>();

    /** The host whose values are set; null: those of the JVM are. */
    private static HostStatics present;

    /** The values that the host has set, as they were when it last gave the baton away. */
    private final Map<Value, Object> own = new HashMap<>();

    private URLStreamHandlerFactory urls;
    private ObjectInputFilter filter;
    private SSLContext tls;
    private LogManager logs;
    private long records;
    private BufferedReader lines;
    private MBeanServer platform;
    private FileSystemProvider jars;
    /** Files that are deleted when the program ends in an orderly way. */
    private final Set<File> leftovers = new LinkedHashSet<>();
    /** MBean servers that can be found: the platform's, once it was asked for, and those that the program has created. */
    private final List<MBeanServer> servers = new ArrayList<>();

    private final Map<String, String> security = new HashMap<>();

    /** Those of a host that starts. */
    public HostStatics() {}

    @SuppressWarnings("unchecked")
    private static <T> Value value(Class<?> owner, String setter, Supplier<T> get, Consumer<T> set) {
        return new Value(owner, List.of(setter), get::get, value -> set.accept((T) value));
    }

    /** The default, and those of the categories, which the first one changes. */
    private static List<Locale> locales() {
        return List.of(
                Locale.getDefault(),
                Locale.getDefault(Locale.Category.DISPLAY),
                Locale.getDefault(Locale.Category.FORMAT));
    }

    private static void setLocales(List<Locale> to) {
        Locale.setDefault(to.get(0));
        Locale.setDefault(Locale.Category.DISPLAY, to.get(1));
        Locale.setDefault(Locale.Category.FORMAT, to.get(2));
    }

    /** For all connections, and for those of the JDK's protocols. */
    private static List<Boolean> caches() {
        return Stream.concat(
                        Stream.of(ofConnections().getDefaultUseCaches()),
                        PROTOCOLS.stream().map(URLConnection::getDefaultUseCaches))
                .toList();
    }

    private static void setCaches(List<Boolean> to) {
        ofConnections().setDefaultUseCaches(to.getFirst());
        for (int i = 0; i < PROTOCOLS.size(); i++) {
            URLConnection.setDefaultUseCaches(PROTOCOLS.get(i), to.get(i + 1));
        }
    }

    /** An object that has the methods of all connections. */
    private static URLConnection ofConnections() {
        return new URLConnection(null) {
            @Override
            public void connect() {
                throw new UnsupportedOperationException();
            }
        };
    }

    /** Null where there is none, which the JDK says by an exception. */
    private static Configuration logins() {
        try {
            return Configuration.getConfiguration();
        } catch (SecurityException e) {
            return null;
        }
    }

    private static void setProviders(Provider[] to) {
        List<Provider> wanted = Arrays.asList(to);
        for (Provider provider : Security.getProviders()) {
            if (!wanted.contains(provider)) {
                Security.removeProvider(provider.getName());
            }
        }
        for (int i = 0; i < to.length; i++) {
            Security.insertProviderAt(to[i], i + 1);
        }
    }

    /** The methods that set values, by class and name. */
    static Map<Class<?>, List<String>> setters() {
        Map<Class<?>, List<String>> all = new HashMap<>();
        VALUES.forEach(value ->
                all.computeIfAbsent(value.owner, owner -> new ArrayList<>()).addAll(value.setters));
        return all;
    }

    /**
     * The host of the program that calls is about to set a value. Those of code without a host are the JVM's.
     *
     * @param method the class and the method that sets it
     */
    public static void change(String method, String unused) {
        RankWorld world = RankWorld.ofFiber();
        if (world == null) {
            return;
        }
        Value value =
                VALUES.stream().filter(one -> one.isSetBy(method)).findFirst().orElseThrow();
        Object before = value.get.get();
        OF_JVM.putIfAbsent(value, before);
        present = world.statics();
        present.own.putIfAbsent(value, before);
    }

    /** The run is over: the values are the JVM's. */
    public static void leave() {
        enter(null);
        OF_JVM.clear();
        HostLocks.release(host -> true);
    }

    /** A host, null for none, goes on instead of another one. Called by the fiber that has the baton. */
    public static void enter(HostStatics next) {
        HostStatics to = next == null || next.own.isEmpty() ? null : next;
        HostStatics from = present;
        if (to == from) {
            return;
        }
        if (from != null) {
            from.own.replaceAll((value, last) -> value.get.get());
            from.own.keySet().forEach(value -> value.set.accept(OF_JVM.get(value)));
        }
        if (to != null) {
            to.own.forEach((value, last) -> value.set.accept(last));
        }
        present = to;
    }

    // ---- what programs reach by methods ------------------------------------------------------------------------

    /** Properties of {@link Security} that the program has set. */
    Map<String, String> security() {
        return security;
    }

    /** The platform's MBean server: another one than the JVM's, with the same beans of the JVM. */
    MBeanServer beans() {
        if (platform == null) {
            platform = add(MBeanServerFactory.newMBeanServer());
            for (Class<? extends PlatformManagedObject> kind : ManagementFactory.getPlatformManagementInterfaces()) {
                ManagementFactory.getPlatformMXBeans(kind).forEach(this::register);
            }
        }
        return platform;
    }

    private void register(PlatformManagedObject bean) {
        try {
            if (!platform.isRegistered(bean.getObjectName())) {
                platform.registerMBean(bean, bean.getObjectName());
            }
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds a server that can be found. */
    MBeanServer add(MBeanServer server) {
        servers.add(server);
        return server;
    }

    boolean remove(MBeanServer server) {
        return servers.remove(server);
    }

    List<MBeanServer> servers() {
        return servers;
    }

    /** The host was killed: its locks of files are free, and its files of logs. */
    public void release() {
        HostLocks.release(host -> host == this);
        if (logs != null) {
            HostLogManager.release(logs);
        }
    }

    /** The id of an MBean server (JMX 1.4, MBeanServerDelegateMBean); null if it has none. */
    static Object idOf(MBeanServer server) {
        try {
            return server.getAttribute(MBeanServerDelegate.DELEGATE_NAME, "MBeanServerId");
        } catch (JMException e) {
            return null;
        }
    }

    // ---- logs, TLS, input --------------------------------------------------------------------------------------

    /** The loggers. */
    LogManager logs() {
        if (logs == null) {
            logs = HostLogManager.ofHost();
        }
        return logs;
    }

    /** The number of a record of logs, from 0 as in a JVM. */
    long nextRecord() {
        return records++;
    }

    /** The context of TLS of a program that makes none; null: not yet asked for. */
    SSLContext tls() {
        return tls;
    }

    void setTls(SSLContext context) {
        tls = Objects.requireNonNull(context);
    }

    /** Standard input, by lines. */
    BufferedReader lines() {
        if (lines == null) {
            String charset = LauncherVariables.property("stdin.encoding");
            lines = new BufferedReader(new InputStreamReader(
                    System.in, charset == null ? Charset.defaultCharset() : Charset.forName(charset)));
        }
        return lines;
    }

    /** The provider of file systems of jar files. */
    FileSystemProvider jars() {
        if (jars == null) {
            // Another one than the JVM's, which knows no file system yet.
            jars = ServiceLoader.load(FileSystemProvider.class, ClassLoader.getSystemClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(provider -> provider.getScheme().equals("jar"))
                    .findFirst()
                    .orElseThrow();
        }
        return jars;
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Deletes a file when the program ends in an orderly way. */
    void deleteAtEnd(File file) {
        leftovers.remove(file);
        leftovers.add(file);
    }

    /** The program has ended in an orderly way, and its hooks have run. */
    public void end() {
        if (logs != null) {
            logs.reset();
        }
        List<File> all = new ArrayList<>(leftovers);
        all.reversed().forEach(File::delete);
        leftovers.clear();
    }

    // ---- once in a JVM -----------------------------------------------------------------------------------------

    /** The filter of all objects that are read; null: none. */
    ObjectInputFilter filter() {
        ObjectInputFilter ofJvm = ObjectInputFilter.Config.getSerialFilter();
        return filter != null || ofJvm instanceof ObjectFilter ? filter : ofJvm;
    }

    /** Once for a host, as in a JVM. */
    void setFilter(ObjectInputFilter to) {
        Objects.requireNonNull(to);
        if (filter != null || !ObjectFilter.isInstalled()) {
            throw new IllegalStateException("Serial filter can only be set once");
        }
        filter = to;
    }

    /** The filter that all hosts have together. */
    private static final class ObjectFilter implements ObjectInputFilter {
        private static ObjectFilter installed;

        /** False: the JVM has got another one. */
        static synchronized boolean isInstalled() {
            if (installed == null && Config.getSerialFilter() == null) {
                ObjectFilter made = new ObjectFilter();
                Config.setSerialFilter(made);
                installed = made;
            }
            return installed != null;
        }

        @Override
        public Status checkInput(FilterInfo info) {
            RankWorld world = RankWorld.current();
            ObjectInputFilter own = world == null ? null : world.statics().filter;
            return own == null ? Status.UNDECIDED : own.checkInput(info);
        }
    }

    /** Once for a host, as in a JVM. The JVM's asks the factory of the host that calls first, and keeps its handler of a protocol. */
    void setUrls(URLStreamHandlerFactory factory) {
        if (urls != null) {
            throw new Error("factory already defined");
        }
        UrlFactory.install();
        urls = factory;
    }

    /** The factory of URL handlers that all hosts have together. */
    private static final class UrlFactory implements URLStreamHandlerFactory {
        private static boolean isInstalled;

        static synchronized void install() {
            if (!isInstalled) {
                URL.setURLStreamHandlerFactory(new UrlFactory());
                isInstalled = true;
            }
        }

        @Override
        public URLStreamHandler createURLStreamHandler(String protocol) {
            RankWorld world = RankWorld.current();
            URLStreamHandlerFactory own = world == null ? null : world.statics().urls;
            return own == null ? null : own.createURLStreamHandler(protocol);
        }
    }
}
