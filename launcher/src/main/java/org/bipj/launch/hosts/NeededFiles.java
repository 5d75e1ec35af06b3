package org.bipj.launch.hosts;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files that a command names, and that have to be on each host: its executable, and the entries of its class path. */
final class NeededFiles {
    private static final Set<String> PATHS = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path");
    private static final String ALL_JARS_OF = "/*";

    private NeededFiles() {}

    /**
     * The files of a command, absolute. Entries that do not exist here are left out: a JVM passes over them, too.
     *
     * @param directory working directory
     */
    static List<String> of(List<String> command, Path directory) {
        List<String> files = new ArrayList<>();
        add(files, directory, command.getFirst());
        for (int i = 1; i + 1 < command.size(); i++) {
            if (PATHS.contains(command.get(i))) {
                for (String entry : command.get(i + 1).split(File.pathSeparator)) {
                    boolean all = entry.endsWith(ALL_JARS_OF);
                    add(files, directory, all ? entry.substring(0, entry.length() - ALL_JARS_OF.length()) : entry);
                }
            }
        }
        return files;
    }

    private static void add(List<String> files, Path directory, String name) {
        Path file = directory.resolve(name).normalize();
        if (Files.exists(file) && !files.contains(file.toString())) {
            files.add(file.toString());
        }
    }
}
