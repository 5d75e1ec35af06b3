package org.bipj.launch.hosted.world;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.nio.channels.FileLock;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.security.auth.login.Configuration;

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
            value(SSLContext.class, "setDefault", HostStatics::sslContext, SSLContext::setDefault),
            value(Configuration.class, "setConfiguration", HostStatics::logins, Configuration::setConfiguration),
            new Value(
                    Security.class,
                    List.of("addProvider", "insertProviderAt", "removeProvider"),
                    Security::getProviders,
                    to -> setProviders((Provider[]) to)));

    /** Of the values that some host has set those of the JVM. */
    private static final Map<Value, Object> OF_JVM = new HashMap<>();

    /** The host whose values are set; null: those of the JVM are. */
    private static HostStatics present;

    /** Locks of files that hosts of the run have, which the JVM would keep. */
    private static final Map<FileLock, HostStatics> LOCKS = new LinkedHashMap<>();

    /** The values that the host has set, as they were when it last gave the baton away. */
    private final Map<Value, Object> own = new HashMap<>();

    private URLStreamHandlerFactory urls;
    private MBeanServer platform;
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

    private static SSLContext sslContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
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
        release(Set.copyOf(LOCKS.values()));
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

    /** A lock of a file, which the host has until its end. */
    void hold(FileLock lock) {
        LOCKS.keySet().removeIf(held -> !held.isValid());
        LOCKS.put(lock, this);
    }

    /** The host was killed: its locks of files are free. */
    public void release() {
        release(List.of(this));
    }

    private static void release(Collection<HostStatics> hosts) {
        LOCKS.forEach((held, host) -> {
            try {
                if (hosts.contains(host) && held.isValid()) {
                    held.release();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        LOCKS.values().removeIf(hosts::contains);
    }

    /** The id of an MBean server (JMX 1.4, MBeanServerDelegateMBean); null if it has none. */
    static Object idOf(MBeanServer server) {
        try {
            return server.getAttribute(MBeanServerDelegate.DELEGATE_NAME, "MBeanServerId");
        } catch (JMException e) {
            return null;
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
