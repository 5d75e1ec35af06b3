package org.bipj.launch.hosted.world;

import java.io.IOException;
import java.io.InputStream;
import java.util.logging.FileHandler;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.bipj.launch.support.LauncherVariables;

/** The loggers of a host, as a JVM has them: their names, levels and handlers, and the configuration that says which. */
final class HostLogManager extends LogManager {
    /** Names a class that takes the place of this one, as the JDK reads it. */
    private static final String CLASS = "java.util.logging.manager";

    private static final String GLOBAL = Logger.GLOBAL_LOGGER_NAME;

    private final Root root = new Root();
    /** Held here, because managers hold loggers weakly. */
    private final Logger global = new Logger(GLOBAL, null) {};

    private boolean readsConfiguration;

    private HostLogManager() {}

    /** Those of a host whose program asks for a logger for the first time. */
    static LogManager ofHost() {
        Thread self = Thread.currentThread();
        ClassLoader program = self.getContextClassLoader();
        String named = LauncherVariables.property(CLASS);
        if (named != null) {
            return made(named, LogManager.class, program);
        }
        HostLogManager manager;
        // The JVM keeps a thread for each manager until its end, and that thread its context.
        self.setContextClassLoader(null);
        try {
            manager = new HostLogManager();
        } finally {
            self.setContextClassLoader(program);
        }
        manager.begin();
        return manager;
    }

    private void begin() {
        try {
            readConfiguration();
        } catch (IOException e) {
            // The JDK goes on without a configuration as well.
        }
        addLogger(root);
        if (root.getLevel() == null) {
            root.setLevel(Level.INFO);
        }
        addLogger(global);
    }

    private static <T> T made(String name, Class<T> kind, ClassLoader program) {
        try {
            return kind.cast(
                    Class.forName(name, true, program).getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + name, e);
        }
    }

    @Override
    public void readConfiguration(InputStream configuration) throws IOException {
        readsConfiguration = true;
        try {
            super.readConfiguration(configuration);
        } finally {
            readsConfiguration = false;
        }
    }

    /** All handlers are closed. Those of the root are made again only if another configuration is read. */
    @Override
    public void reset() {
        super.reset();
        root.hasHandlers = !readsConfiguration;
    }

    /** The logger above all others, whose handlers are made when they are first needed. */
    private final class Root extends Logger {
        private boolean hasHandlers;

        private Root() {
            super("", null);
        }

        private void makeHandlers() {
            if (!hasHandlers) {
                hasHandlers = true;
                String all = getProperty("handlers");
                for (String type : all == null ? new String[0] : all.trim().split("[\\s,]+")) {
                    addMade(type);
                }
            }
        }

        private void addMade(String type) {
            try {
                if (!type.isEmpty()) {
                    super.addHandler(handler(type));
                }
            } catch (IOException | RuntimeException e) {
                System.err.println("Can't load log handler \"" + type + "\"");
                System.err.println(e);
            }
        }

        @Override
        public Handler[] getHandlers() {
            makeHandlers();
            return super.getHandlers();
        }

        @Override
        public void addHandler(Handler handler) {
            makeHandlers();
            super.addHandler(handler);
        }

        @Override
        public void removeHandler(Handler handler) {
            makeHandlers();
            super.removeHandler(handler);
        }
    }

    // ---- handlers of the configuration -------------------------------------------------------------------------

    /** A handler, with what its constructor takes from the configuration of the JVM. */
    private Handler handler(String type) throws IOException {
        ClassLoader program = Thread.currentThread().getContextClassLoader();
        Handler made = type.equals(FileHandler.class.getName())
                ? new FileHandler(
                        text(type + ".pattern", "%h/java%u.log"),
                        Integer.parseInt(text(type + ".limit", "0")),
                        Integer.parseInt(text(type + ".count", "1")),
                        Boolean.parseBoolean(text(type + ".append", "false")))
                : made(type, Handler.class, program);
        String level = getProperty(type + ".level");
        if (level != null) {
            made.setLevel(Level.parse(level.trim()));
        }
        String formatter = getProperty(type + ".formatter");
        if (formatter != null) {
            made.setFormatter(made(formatter.trim(), Formatter.class, program));
        }
        String filter = getProperty(type + ".filter");
        if (filter != null) {
            made.setFilter(made(filter.trim(), Filter.class, program));
        }
        String encoding = getProperty(type + ".encoding");
        if (encoding != null) {
            made.setEncoding(encoding.trim());
        }
        return made;
    }

    private String text(String property, String otherwise) {
        String value = getProperty(property);
        return value == null ? otherwise : value.trim();
    }

    /** The host was killed: its files of logs can be opened again, as when a process ends. */
    static void release(LogManager manager) {
        manager.getLoggerNames().asIterator().forEachRemaining(name -> {
            Logger logger = manager.getLogger(name);
            for (Handler handler : logger == null ? new Handler[0] : logger.getHandlers()) {
                if (handler instanceof FileHandler) {
                    handler.close();
                }
            }
        });
    }
}
