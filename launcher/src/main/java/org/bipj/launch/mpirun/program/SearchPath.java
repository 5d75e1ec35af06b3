package org.bipj.launch.mpirun.program;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;

/** Finds commands as a shell does. */
public final class SearchPath {
    private SearchPath() {}

    /** True for a command that names its file by a path. */
    static boolean isPath(String command) {
        return command.contains("/") || command.contains(File.separator);
    }

    /**
     * The executable file of a command name without a path, by {@code --path}, then by {@code PATH}; null if there is
     * none.
     */
    static Path find(String command, ProgramOptions program) {
        Path found = find(command, program.path());
        return found == null ? find(command) : found;
    }

    /** The executable file of a command name without a path, by {@code PATH}; null if there is none. */
    public static Path find(String command) {
        String path = LauncherVariables.value(LauncherVariables.SEARCH_PATH);
        return path == null ? null : find(command, path);
    }

    /** The executable file of a command name by directories with path separators between; null if there is none. */
    static Path find(String command, String path) {
        if (path.isEmpty()) {
            return null;
        }
        for (String directory : path.split(File.pathSeparator, -1)) {
            Path file = Path.of(directory.isEmpty() ? "." : directory, command);
            if (Files.isExecutable(file) && !Files.isDirectory(file)) {
                return file;
            }
        }
        return null;
    }

    /**
     * The file to start for a command, bare or with a path.
     *
     * @param program whose command it is: a path is relative to its working directory
     * @throws LaunchException with exit code 127 if there is none, 126 if it may not be executed
     */
    static Path require(String command, ProgramOptions program) {
        Path file = isPath(command) ? program.resolve(command) : find(command, program);
        if (file == null || !Files.exists(file)) {
            throw new LaunchException(127, "no program " + command + ": expected java or an executable file");
        }
        if (Files.isDirectory(file) || !Files.isExecutable(file)) {
            throw new LaunchException(126, command + " is not an executable file");
        }
        return file.toAbsolutePath();
    }
}
