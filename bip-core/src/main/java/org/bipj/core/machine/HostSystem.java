package org.bipj.core.machine;

import java.io.File;
import java.lang.foreign.Linker;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;

/**
 * What the operating system offers besides the JDK: functions of the C library, Linux's files under /proc, /sys and /dev, and programs.
 * No other class calls such a function, or names such a file or program, without asking this one. On a portable system none of them is
 * there, and callers do what they do where a function or file is missing.
 */
public final class HostSystem {
    private static final String ASKED = JobVariables.property(JobVariables.PORTABLE);

    private static final boolean PORTABLE =
            ASKED == null ? !"Linux".equals(JobVariables.property(JobVariables.SYSTEM)) : Boolean.parseBoolean(ASKED);

    /** The parent of Linux's files where there are none: a name that no system gives a folder. */
    private static final Path NONE = Path.of("bipj-has-no-such-file-here").toAbsolutePath();

    private static final boolean IS_WINDOWS = File.separatorChar == '\\';

    private HostSystem() {}

    /** True where only the JDK is used: where the property {@link JobVariables#PORTABLE} says so, and if it is not set on all systems but Linux. */
    public static boolean isPortable() {
        return PORTABLE;
    }

    /** A file of Linux, such as {@code /proc/self/status}; on a portable system a path at which nothing is. */
    public static Path file(String name) {
        return PORTABLE ? NONE.resolve(name.substring(1)) : Path.of(name);
    }

    /**
     * The way to functions of the C library, and of Linux's other libraries.
     *
     * @throws UnsupportedOperationException on a portable system
     */
    public static Linker linker() {
        if (PORTABLE) {
            throw new UnsupportedOperationException("no functions of the C library are called on this system");
        }
        return Linker.nativeLinker();
    }

    /** The first of these programs that is there, as the beginning of a command; empty if none is, or the system is portable. */
    public static List<String> program(String... places) {
        for (String place : places) {
            if (!PORTABLE && Files.isExecutable(Path.of(place))) {
                return List.of(place);
            }
        }
        return List.of();
    }

    /** The file in which nothing is. */
    public static File nothing() {
        return new File(IS_WINDOWS ? "NUL" : "/dev/null");
    }

    /** The {@code java} of a JDK. */
    public static Path java(String home) {
        return Path.of(home, "bin", IS_WINDOWS ? "java.exe" : "java");
    }

    /** The {@code java} of the JDK that runs this JVM. */
    public static Path java() {
        return java(Objects.requireNonNull(JobVariables.property(JobVariables.JDK)));
    }

    /**
     * Who may use a new file or directory; empty where the file system has no such modes.
     *
     * @param mode such as {@code rwx------}
     */
    public static FileAttribute<?>[] mode(String mode) {
        boolean hasModes = !Boolean.parseBoolean(ASKED)
                && FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return hasModes
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }
}
