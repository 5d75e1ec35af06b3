package org.bipj.launch.hosted.world;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Replaces the methods of {@link Files} and {@link File} that tell times of files, where clocks are virtual. Public because the programs' classes call it. */
public final class RankFiles {
    private RankFiles() {}

    private static FileTime of(Path path, String which, FileTime real) {
        RankWorld world = RankWorld.current();
        return world == null ? real : world.fileTimes().of(path.toAbsolutePath() + "\0" + which, real, world.now());
    }

    /** A value that is a time as the program sees it; another one as it is. */
    private static Object shown(Path path, String which, Object value) {
        return value instanceof FileTime time ? of(path, which, time) : value;
    }

    /** An object of an interface whose methods return times as the program sees them, and attributes that do. */
    private static <T> T showing(Class<T> type, Object real, Path path) {
        return real == null
                ? null
                : type.cast(Proxy.newProxyInstance(
                        RankFiles.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                            try {
                                Object value = method.invoke(real, arguments);
                                return value instanceof BasicFileAttributes attributes
                                        ? showing(
                                                method.getReturnType().asSubclass(BasicFileAttributes.class),
                                                attributes,
                                                path)
                                        : shown(path, method.getName(), value);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        }));
    }

    /** Instead of {@code file.lastModified()}. */
    public static long lastModified(File file) {
        long real = file.lastModified();
        return real == 0
                ? 0
                : of(file.toPath(), "lastModifiedTime", FileTime.fromMillis(real))
                        .toMillis();
    }

    /** Instead of {@code Files.getLastModifiedTime(path, options)}. */
    public static FileTime getLastModifiedTime(Path path, LinkOption... options) throws IOException {
        return of(path, "lastModifiedTime", Files.getLastModifiedTime(path, options));
    }

    /** Instead of {@code Files.readAttributes(path, type, options)}. */
    public static <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return showing(type, Files.readAttributes(path, type, options), path);
    }

    /** Instead of {@code Files.readAttributes(path, names, options)}. */
    public static Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
            throws IOException {
        Map<String, Object> all = new TreeMap<>(Files.readAttributes(path, names, options));
        all.replaceAll((name, value) -> shown(path, name, value));
        return all;
    }

    /** Instead of {@code Files.getAttribute(path, name, options)}. */
    public static Object getAttribute(Path path, String name, LinkOption... options) throws IOException {
        return shown(path, name.substring(name.indexOf(':') + 1), Files.getAttribute(path, name, options));
    }

    /** Instead of {@code Files.getFileAttributeView(path, type, options)}. */
    public static <V extends FileAttributeView> V getFileAttributeView(
            Path path, Class<V> type, LinkOption... options) {
        return showing(type, Files.getFileAttributeView(path, type, options), path);
    }

    /** Instead of {@code Files.find(start, depth, matcher, options)}. */
    public static Stream<Path> find(
            Path start, int depth, BiPredicate<Path, BasicFileAttributes> matcher, FileVisitOption... options)
            throws IOException {
        return Files.find(
                start,
                depth,
                (path, attributes) -> matcher.test(path, showing(BasicFileAttributes.class, attributes, path)),
                options);
    }

    /** Instead of {@code Files.walkFileTree(start, visitor)}. */
    public static Path walkFileTree(Path start, FileVisitor<? super Path> visitor) throws IOException {
        return Files.walkFileTree(start, new Visitor(visitor));
    }

    /** Instead of {@code Files.walkFileTree(start, options, depth, visitor)}. */
    public static Path walkFileTree(
            Path start, Set<FileVisitOption> options, int depth, FileVisitor<? super Path> visitor) throws IOException {
        return Files.walkFileTree(start, options, depth, new Visitor(visitor));
    }

    /** Passes attributes on as the program sees them. */
    private record Visitor(FileVisitor<? super Path> visitor) implements FileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) throws IOException {
            return visitor.preVisitDirectory(path, showing(BasicFileAttributes.class, attributes, path));
        }

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
            return visitor.visitFile(path, showing(BasicFileAttributes.class, attributes, path));
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
            return visitor.visitFileFailed(path, failure);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path path, IOException failure) throws IOException {
            return visitor.postVisitDirectory(path, failure);
        }
    }
}
