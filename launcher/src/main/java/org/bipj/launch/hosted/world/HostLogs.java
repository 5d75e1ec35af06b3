package org.bipj.launch.hosted.world;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Locale;
import java.util.Objects;
import java.util.ResourceBundle;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.bipj.launch.hosted.loader.RankClassLoader;

/** Loggers of a host in place of those that the JVM has. Public because the programs' classes call it. */
public final class HostLogs {
    private HostLogs() {}

    /** Instead of {@code LogManager.getLogManager()}. */
    public static LogManager getLogManager() {
        RankWorld world = RankWorld.current();
        return world == null ? LogManager.getLogManager() : world.statics().logs();
    }

    /** Instead of {@code Logger.getLogger(name)}. */
    public static Logger getLogger(String name) {
        return named(name, null);
    }

    /** Instead of {@code Logger.getLogger(name, bundle)}. */
    public static Logger getLogger(String name, String bundle) {
        Logger found = named(name, bundle);
        if (bundle != null && found.getResourceBundleName() == null) {
            found.setResourceBundle(ResourceBundle.getBundle(
                    bundle, Locale.getDefault(), Thread.currentThread().getContextClassLoader()));
        } else if (bundle != null && !bundle.equals(found.getResourceBundleName())) {
            throw new IllegalArgumentException(found.getResourceBundleName() + " != " + bundle);
        }
        return found;
    }

    /** As the JDK's: another thread may add a logger of the name, and managers hold them weakly. */
    private static Logger named(String name, String bundle) {
        LogManager manager = getLogManager();
        Logger found = manager.getLogger(Objects.requireNonNull(name));
        while (found == null) {
            Logger made = new Logger(name, bundle) {};
            found = manager.addLogger(made) ? made : manager.getLogger(name);
        }
        return LogTimes.logger(found);
    }

    /** Instead of {@code Logger.getGlobal()}. */
    public static Logger getGlobal() {
        return named(Logger.GLOBAL_LOGGER_NAME, null);
    }

    /** Instead of {@code Logger.getAnonymousLogger()}. */
    public static Logger getAnonymousLogger() {
        return getAnonymousLogger(null);
    }

    /** Instead of {@code Logger.getAnonymousLogger(bundle)}. */
    public static Logger getAnonymousLogger(String bundle) {
        Logger made = new Logger(null, bundle) {};
        made.setParent(getLogManager().getLogger(""));
        return LogTimes.logger(made);
    }

    /** Instead of {@code java.util.logging.Level.parse(name)}: of levels that several hosts have made under one name, the caller's. */
    public static java.util.logging.Level parse(String name) {
        java.util.logging.Level found = java.util.logging.Level.parse(name);
        ClassLoader program = Thread.currentThread().getContextClassLoader();
        Class<?> type = found.getClass();
        if (!(type.getClassLoader() instanceof RankClassLoader) || type.getClassLoader() == program) {
            return found;
        }
        try {
            for (Field field : Class.forName(type.getName(), true, program).getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
                    Object value = field.get(null);
                    if (value instanceof java.util.logging.Level own
                            && own.getName().equals(found.getName())) {
                        return own;
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            // The caller's program has no such class.
        }
        return found;
    }

    // ---- System.Logger -----------------------------------------------------------------------------------------

    /** Instead of {@code System.getLogger(name)}. */
    public static System.Logger systemLogger(String name) {
        return new OverLogger(named(name, null), null);
    }

    /** Instead of {@code System.getLogger(name, bundle)}. */
    public static System.Logger systemLogger(String name, ResourceBundle bundle) {
        return new OverLogger(named(name, null), Objects.requireNonNull(bundle));
    }

    /** A logger of the platform's interface, as the JDK's over {@code java.util.logging}. */
    private record OverLogger(Logger logger, ResourceBundle own) implements System.Logger {
        private static final StackWalker WALKER = StackWalker.getInstance();

        @Override
        public String getName() {
            return logger.getName();
        }

        private static java.util.logging.Level of(Level level) {
            return switch (level) {
                case ALL -> java.util.logging.Level.ALL;
                case TRACE -> java.util.logging.Level.FINER;
                case DEBUG -> java.util.logging.Level.FINE;
                case INFO -> java.util.logging.Level.INFO;
                case WARNING -> java.util.logging.Level.WARNING;
                case ERROR -> java.util.logging.Level.SEVERE;
                case OFF -> java.util.logging.Level.OFF;
            };
        }

        @Override
        public boolean isLoggable(Level level) {
            return logger.isLoggable(of(level));
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            log(level, bundle, message, thrown, null);
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... arguments) {
            log(level, bundle, format, null, arguments);
        }

        private void log(Level level, ResourceBundle bundle, String text, Throwable thrown, Object[] arguments) {
            if (!isLoggable(level)) {
                return;
            }
            LogRecord record = new LogRecord(of(level), text);
            ResourceBundle used = bundle == null ? own : bundle;
            record.setLoggerName(logger.getName());
            record.setResourceBundle(used);
            record.setResourceBundleName(used == null ? null : used.getBaseBundleName());
            record.setThrown(thrown);
            record.setParameters(arguments);
            WALKER.walk(frames -> frames.filter(frame -> !isOfLogger(frame.getClassName()))
                            .findFirst())
                    .ifPresent(caller -> {
                        record.setSourceClassName(caller.getClassName());
                        record.setSourceMethodName(caller.getMethodName());
                    });
            logger.log(record);
        }

        private static boolean isOfLogger(String type) {
            return type.equals(OverLogger.class.getName()) || type.startsWith(System.Logger.class.getName());
        }
    }
}
