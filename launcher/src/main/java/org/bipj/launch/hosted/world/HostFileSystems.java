package org.bipj.launch.hosted.world;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Map;

/**
 * File systems that are found by their URIs: those of jar files are a host's own, because the JDK's provider knows one for each file. Each host has
 * a provider of them. Public because the programs' classes call it.
 */
public final class HostFileSystems {
    private static final String JAR = "jar";

    private HostFileSystems() {}

    /** The provider that the calling host has for a URI; null: it has none of its own. */
    private static FileSystemProvider own(URI uri) {
        RankWorld world = JAR.equalsIgnoreCase(uri.getScheme()) ? RankWorld.current() : null;
        return world == null ? null : world.statics().jars();
    }

    /** Instead of {@code FileSystems.newFileSystem(uri, environment)}. */
    public static FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        FileSystemProvider own = own(uri);
        return own == null ? FileSystems.newFileSystem(uri, environment) : own.newFileSystem(uri, environment);
    }

    /** Instead of {@code FileSystems.newFileSystem(uri, environment, loader)}. */
    public static FileSystem newFileSystem(URI uri, Map<String, ?> environment, ClassLoader loader) throws IOException {
        FileSystemProvider own = own(uri);
        return own == null ? FileSystems.newFileSystem(uri, environment, loader) : own.newFileSystem(uri, environment);
    }

    /** Instead of {@code FileSystems.getFileSystem(uri)}. */
    public static FileSystem getFileSystem(URI uri) {
        FileSystemProvider own = own(uri);
        return own == null ? FileSystems.getFileSystem(uri) : own.getFileSystem(uri);
    }

    /** Instead of {@code Path.of(uri)}. */
    public static Path of(URI uri) {
        FileSystemProvider own = own(uri);
        return own == null ? Path.of(uri) : own.getPath(uri);
    }

    /** Instead of {@code Paths.get(uri)}. */
    public static Path get(URI uri) {
        return of(uri);
    }

    /** Instead of {@code FileSystemProvider.installedProviders()}. */
    public static List<FileSystemProvider> installedProviders() {
        List<FileSystemProvider> all = FileSystemProvider.installedProviders();
        RankWorld world = RankWorld.current();
        return world == null
                ? all
                : all.stream()
                        .map(provider -> provider.getScheme().equalsIgnoreCase(JAR)
                                ? world.statics().jars()
                                : provider)
                        .toList();
    }
}
