package org.bipj.launch.hosted.loader;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A class path as class loaders want it. */
public final class ClassPath {
    private ClassPath() {}

    /** The elements of a class path; {@code folder/*} stands for the jars in a folder. */
    public static URL[] urls(String classPath) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            if (element.equals("*") || element.endsWith("/*") || element.endsWith(File.separator + "*")) {
                Path folder = Path.of(element.substring(0, element.length() - 1));
                try (Stream<Path> jars = Files.list(folder.toString().isEmpty() ? Path.of(".") : folder)) {
                    for (Path jar : jars.sorted().toList()) {
                        if (jar.toString().matches(".*\\.(jar|JAR)")) {
                            urls.add(url(jar));
                        }
                    }
                }
            } else {
                urls.add(url(Path.of(element)));
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static URL url(Path place) throws MalformedURLException {
        return url(place.toAbsolutePath().normalize().toUri());
    }

    /** A folder or a jar as a class loader takes it. */
    static URL url(URI place) throws MalformedURLException {
        // The location of a class in a jar is cut at the first "!/", where the jar ends, unless its folder's name does.
        return URI.create(place.toString().replace("!/", "%21/")).toURL();
    }
}
