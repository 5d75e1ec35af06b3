package org.bipj.launch.mpirun.program;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.support.LaunchException;

/**
 * A {@code java} executable.
 *
 * @param executable the file to start
 * @param own true if it belongs to the JDK that runs the launcher
 */
public record Java(Path executable, boolean own) {
    private static final int OLDEST = 25;
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    /** The executable of the JDK that runs this. */
    public static Java running() {
        return new Java(HostSystem.java(), true);
    }

    /** True if a command names a {@code java} executable. */
    public static boolean isJava(String command) {
        String name = command.substring(Math.max(command.lastIndexOf('/'), command.lastIndexOf(File.separator)) + 1);
        return name.equals("java")
                || name.equals(running().executable().getFileName().toString());
    }

    /**
     * The executable that a command means: what {@code java} on the search path is, unless that is too old or missing;
     * then the one that runs the launcher. A path is taken as it is.
     *
     * @param program whose command it is: a path is relative to its working directory
     * @throws LaunchException if a path leads to no executable file, or to a JDK that is too old
     */
    public static Java of(String command, ProgramOptions program) {
        Java running = running();
        if (SearchPath.isPath(command)) {
            Path path = SearchPath.require(command, program);
            int version = version(path);
            if (version < OLDEST) {
                throw new LaunchException(1, command + " is Java " + version + ", expected " + OLDEST + " or newer");
            }
            return isSame(path, running.executable) ? running : new Java(path, false);
        }
        Path found = SearchPath.find(command, program);
        return found == null || isSame(found, running.executable) || !isNewEnough(found)
                ? running
                : new Java(found, false);
    }

    /** True if there is an executable of a JDK that the library runs on. */
    static boolean isNewEnough(Path executable) {
        int version = version(executable);
        return Files.isExecutable(executable) && version >= OLDEST && version < Integer.MAX_VALUE;
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return one.toRealPath().equals(other.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    /** Feature version by the file {@code release} of the JDK; the largest number if there is no such file. */
    private static int version(Path executable) {
        try {
            Path home = executable.toRealPath().getParent().getParent();
            Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
            return version.find() ? Integer.parseInt(version.group(1)) : Integer.MAX_VALUE;
        } catch (IOException | RuntimeException e) {
            return Integer.MAX_VALUE;
        }
    }
}
