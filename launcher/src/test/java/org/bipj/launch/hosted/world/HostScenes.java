package org.bipj.launch.hosted.world;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.spi.FileSystemProvider;
import java.security.Security;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.logging.Filter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.net.ssl.SSLContext;

/** What a host sees of the world: static state of the JDK, which is its own, and times of files. */
public final class HostScenes {
    private static final long DAY_MS = 86_400_000;
    private static final long MINUTE_MS = 60_000;

    private final List<String> lines = new ArrayList<>();

    private HostScenes() {}

    /** Plays a scene on a host that is alone. */
    public static List<String> onOneHost(String name) throws Exception {
        HostScenes scenes = new HostScenes();
        if (name.equals("collections")) {
            scenes.collections();
        } else if (name.equals("files")) {
            scenes.files();
        } else if (name.equals("logs")) {
            scenes.logs();
        } else {
            scenes.ends(name);
        }
        return scenes.lines;
    }

    /** Plays one of two hosts, of which the first one changes what it can. */
    public static List<String> onTwoHosts(String name, int host) throws Exception {
        HostScenes scenes = new HostScenes();
        scenes.statics(host);
        return scenes.lines;
    }

    private void say(Object... what) {
        lines.add(String.join(" ", Stream.of(what).map(String::valueOf).toList()));
    }

    // ---- static state ------------------------------------------------------------------------------------------

    /** A bean. */
    public interface CountMBean {
        int getCount();
    }

    /** Its only implementation. */
    public static final class Count implements CountMBean {
        @Override
        public int getCount() {
            return 1;
        }
    }

    private static final class OwnDriver implements Driver {
        @Override
        public Connection connect(String url, Properties properties) throws SQLException {
            throw new SQLException("found");
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:own:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return null;
        }
    }

    private void statics(int host) throws Exception {
        Locale before = Locale.getDefault();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        if (host == 0) {
            Locale.setDefault(Locale.GERMANY);
            Locale.setDefault(Locale.Category.DISPLAY, Locale.FRANCE);
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            System.setOut(new PrintStream(printed, true));
            Security.setProperty("networkaddress.cache.ttl", "1");
            DriverManager.registerDriver(new OwnDriver());
            MBeanServerFactory.createMBeanServer("own");
            Logger.getLogger("own").setLevel(Level.FINE);
            Logger.getLogger("").addHandler(new StreamHandler(printed, new SimpleFormatter()));
            URLConnection.setDefaultUseCaches("jar", false);
            ObjectInputFilter.Config.setSerialFilter(info -> ObjectInputFilter.Status.UNDECIDED);
        }
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> say("handles", e.getMessage()));
        ManagementFactory.getPlatformMBeanServer().registerMBean(new Count(), new ObjectName("own:type=Count"));
        Thread.sleep(10);
        boolean isOfJvm = Locale.getDefault().equals(before);
        say(
                isOfJvm,
                isOfJvm ? "" : String.format("%.1f", 1.5),
                Locale.getDefault(Locale.Category.DISPLAY).equals(Locale.FRANCE));
        say(TimeZone.getDefault().getID().equals("Asia/Tokyo"), System.out == out);
        System.out.print(host == 0 ? "of its own" : "");
        say(printed);
        say(Security.getProperty("networkaddress.cache.ttl"));
        try {
            DriverManager.getConnection("jdbc:own:x");
        } catch (SQLException e) {
            say(e.getMessage());
        }
        say("servers", MBeanServerFactory.findMBeanServer(null).size());
        say(
                Logger.getLogger("own").getLevel(),
                System.getLogger("own").isLoggable(System.Logger.Level.DEBUG),
                Logger.getLogger("").getHandlers().length,
                LogManager.getLogManager().getLogger("own") == Logger.getLogger("own"),
                OwnLevel.AUDIT == Level.parse("AUDIT"));
        say(
                URLConnection.getDefaultUseCaches("jar"),
                ObjectInputFilter.Config.getSerialFilter() != null,
                SSLContext.getDefault() == SSLContext.getDefault());
        locks(host);
        jars();
        Thread failing = new Thread(() -> {
            throw new IllegalStateException("thread of " + host);
        });
        failing.start();
        failing.join();
        Thread.sleep(10);
        say(Thread.currentThread(), failing.threadId(), failing.getName());
    }

    private static final class OwnLevel extends Level {
        private static final long serialVersionUID = 1L;

        private static final Level AUDIT = new OwnLevel();

        private OwnLevel() {
            super("AUDIT", INFO.intValue() + 1);
        }
    }

    /** Both hosts want the lock of a file that the first one has, and that is gone with it. */
    private void locks(int host) throws Exception {
        File file = HostStaticsTest.LOCKED.toFile();
        file.deleteOnExit();
        File other = File.createTempFile("own", null);
        other.deleteOnExit();
        try (FileChannel channel = FileChannel.open(file.toPath(), StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileChannel own = FileChannel.open(other.toPath(), StandardOpenOption.WRITE)) {
            own.lock();
            if (host == 0) {
                FileLock lock = channel.tryLock();
                try {
                    channel.lock();
                } catch (OverlappingFileLockException e) {
                    say("has the lock");
                }
                Thread.sleep(100);
                lock.release();
            } else {
                Thread.sleep(50);
                long begin = System.currentTimeMillis();
                say("gets", channel.tryLock());
                FileLock lock = channel.lock();
                say("gets the lock", lock.isValid(), System.currentTimeMillis() - begin >= 49);
                lock.release();
            }
            Thread.sleep(100);
            sharedLocks(host, channel);
        }
    }

    /** Both hosts have locks that can be shared; the second one goes on alone. At the same time as the first one, but 1 ms later. */
    private void sharedLocks(int host, FileChannel channel) throws Exception {
        FileLock shared = channel.tryLock(host * 5L, 10, true);
        say("shares", shared.isShared(), shared.isValid(), shared.position(), shared.size());
        try {
            channel.tryLock(0, 7, true);
        } catch (OverlappingFileLockException e) {
            say("has a part");
        }
        Thread.sleep(10);
        // The other host has a part, and not the rest.
        long rest = host == 0 ? 15 : 0;
        say("alone", channel.tryLock(host == 0 ? 12 : 2, 1, false), channel.tryLock(rest + 20, 1, false) != null);
        Thread.sleep(10);
        if (host == 0) {
            shared.release();
            say(shared.isValid());
        }
        Thread.sleep(10);
        if (host == 1) {
            shared.release();
            say("all", channel.tryLock(0, 15, false) != null);
        }
        Thread.sleep(10);
    }

    /** Each host has a file system of the same jar, and finds its own by the URI. */
    private void jars() throws Exception {
        URI jar = URI.create("jar:" + HostStaticsTest.JAR.toUri());
        URI entry = URI.create(jar + "!/META-INF/MANIFEST.MF");
        try (FileSystem own = FileSystems.newFileSystem(jar, Map.of())) {
            Thread.sleep(10);
            say(
                    FileSystems.getFileSystem(jar) == own,
                    Path.of(entry).getFileSystem() == own,
                    Paths.get(entry).getFileSystem() == own,
                    FileSystemProvider.installedProviders().contains(own.provider()),
                    Files.exists(Path.of(entry)));
            try {
                FileSystems.newFileSystem(jar, Map.of(), null);
            } catch (FileSystemAlreadyExistsException e) {
                say("has it");
            }
        }
        try {
            FileSystems.getFileSystem(jar);
        } catch (FileSystemNotFoundException e) {
            say("closed");
        }
    }

    // ---- files -------------------------------------------------------------------------------------------------

    /** How old a file is: new, a number of days, or one that is not born. */
    private static String age(long millis) {
        long age = System.currentTimeMillis() - millis;
        return Math.abs(age) < MINUTE_MS ? "new" : age < 0 ? "of the future" : age / DAY_MS + " days";
    }

    private static String age(FileTime time) {
        return age(time.toMillis());
    }

    private void files() throws Exception {
        Path folder = Files.createTempDirectory("files");
        Path path = Files.createFile(folder.resolve("a"));
        File file = path.toFile();
        say(age(file.lastModified()), age(Files.getLastModifiedTime(path)));
        say(age((FileTime) Files.getAttribute(path, "basic:lastModifiedTime")));
        say(age((FileTime) Files.readAttributes(path, "lastModifiedTime,size").get("lastModifiedTime")));
        PosixFileAttributes attributes = Files.readAttributes(path, PosixFileAttributes.class);
        say(
                age(attributes.lastModifiedTime()),
                age(attributes.creationTime()),
                attributes.size(),
                attributes.isRegularFile());
        say(age(Files.getFileAttributeView(path, BasicFileAttributeView.class)
                .readAttributes()
                .lastModifiedTime()));
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path visited, BasicFileAttributes seen) {
                say("visits", visited.getFileName(), age(seen.lastModifiedTime()));
                return FileVisitResult.CONTINUE;
            }
        });
        try (Stream<Path> found = Files.find(
                folder, 1, (each, seen) -> age(seen.lastModifiedTime()).equals("new"))) {
            say("found", found.count());
        }
        long first = file.lastModified();
        Thread.sleep(20);
        say("the same", file.lastModified() == first);
        Files.writeString(path, "x");
        say("later", file.lastModified() > first);
        file.setLastModified(System.currentTimeMillis() - 3 * DAY_MS);
        say("set", age(file.lastModified()));
        say("none", new File(folder.toFile(), "none").lastModified());
        Files.delete(path);
        Files.delete(folder);
    }

    // ---- logs --------------------------------------------------------------------------------------------------

    private void logs() {
        Logger logger = Logger.getLogger("scenes");
        logger.setUseParentHandlers(false);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                say(record.getMessage(), age(record.getMillis()));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        say(logger.getFilter());
        logger.info("without a filter");
        Filter filter = record -> age(record.getMillis()).equals("new");
        logger.setFilter(filter);
        say(logger.getFilter() == filter);
        logger.info("with a filter");
        logger.setFilter(null);
        LogRecord old = new LogRecord(Level.INFO, "of the program");
        old.setInstant(Instant.ofEpochMilli(System.currentTimeMillis() - 2 * DAY_MS));
        LogManager.getLogManager().getLogger("scenes").log(old);
        logger.removeHandler(handler);
    }

    // ---- collections -------------------------------------------------------------------------------------------

    /** What they are, apart from their order; and their order. */
    private void collections() throws Exception {
        Set<String> set = Set.of("a", "b", "c", "d", "e", "f", "g");
        Map<String, Integer> map = Map.of("a", 1, "b", 2, "c", 3, "d", 4);
        Function<Integer, Set<Integer>> of = Set::of;
        say(
                set.equals(new HashSet<>(set)),
                map.equals(new HashMap<>(map)),
                map.get("b"),
                map.containsKey("z"),
                of.apply(1));
        for (Callable<?> call : List.<Callable<?>>of(
                () -> Set.of("a", "a"),
                () -> set.contains(null),
                () -> set.remove("a"),
                () -> map.put("a", 1),
                () -> map.get(null))) {
            try {
                say(call.call());
            } catch (RuntimeException e) {
                say(e.getClass().getSimpleName());
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(set);
            out.writeObject(map);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            say(in.readObject().equals(set), in.readObject().equals(map));
        }
        say("order", set, map, Set.copyOf(List.of(3, 1, 2)), Map.ofEntries(Map.entry(2, 2), Map.entry(1, 1)));
        say("order", Stream.of("y", "z", "x").collect(Collectors.toUnmodifiableSet()));
        say("order", Stream.of("y", "z", "x").collect(Collectors.toUnmodifiableMap(key -> key, String::length)));
    }

    // ---- ends --------------------------------------------------------------------------------------------------

    private void ends(String how) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> HostStaticsTest.SEEN.add(how + ": hook")));
        Thread unwanted = new Thread(() -> HostStaticsTest.SEEN.add(how + ": removed hook"));
        Runtime.getRuntime().addShutdownHook(unwanted);
        say(
                "removed",
                Runtime.getRuntime().removeShutdownHook(unwanted),
                Runtime.getRuntime().removeShutdownHook(unwanted));
        Thread daemon = new Thread(() -> {
            try {
                Thread.sleep(5);
                HostStaticsTest.SEEN.add(how + ": daemon");
                Thread.sleep(MINUTE_MS);
            } catch (InterruptedException e) {
                HostStaticsTest.SEEN.add(how + ": interrupted");
            }
            HostStaticsTest.SEEN.add(how + ": daemon after the end");
        });
        daemon.setDaemon(true);
        daemon.start();
        Thread last = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                HostStaticsTest.SEEN.add(how + ": interrupted");
            }
            HostStaticsTest.SEEN.add(how + ": last thread");
            if (how.equals("exit")) {
                System.exit(0);
            } else if (how.equals("halt")) {
                Runtime.getRuntime().halt(0);
            }
        });
        last.start();
    }
}
