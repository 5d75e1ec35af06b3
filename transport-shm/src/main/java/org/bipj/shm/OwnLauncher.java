package org.bipj.shm;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.nic.PortException;
import org.bipj.shm.job.RankEnvironment;

/**
 * Starts {@code mpirun} for a process that was started alone. Its rank is a shell that tells its environment, and lives as long as this
 * process, whose end the end of a pipe shows: this process takes the shell's place in the session.
 */
final class OwnLauncher {
    private static final String MAIN = "org.bipj.launch.Main";
    private static final String SCRIPT =
            "cat /proc/$$/environ > \"$1.new\" && mv \"$1.new\" \"$1\" && exec cat > /dev/null";
    private static final long LOOK_MS = 5;
    private static final long LIMIT_MS = 60_000;

    /** The pipe's end, which must stay open as long as this process lives. */
    private static OutputStream life;

    private OwnLauncher() {}

    /**
     * Starts the launcher.
     *
     * @return the environment that makes a process its rank
     * @throws PortException if there is none, or it does not start a rank
     */
    static Map<String, String> start() {
        List<String> command = new ArrayList<>(mpirun());
        String name = String.join(" ", command);
        try {
            Path directory = Files.createTempDirectory("bipj-alone");
            Path file = directory.resolve("environment");
            try {
                command.addAll(List.of("--quiet", "-n", "1", "sh", "-c", SCRIPT, "sh", file.toString()));
                Process process = new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
                life = process.getOutputStream();
                await(process, file, name);
                Map<String, String> environment = parse(Files.readString(file, StandardCharsets.UTF_8));
                if (!environment.containsKey(RankEnvironment.SESSION)) {
                    life.close();
                    throw new PortException("the launcher " + name + " is not this library's; expected its mpirun in "
                            + RankEnvironment.MPIRUN + ", or first in PATH");
                }
                return environment;
            } finally {
                Files.deleteIfExists(file);
                Files.deleteIfExists(directory);
            }
        } catch (IOException e) {
            throw new PortException(
                    "cannot start a launcher for this process, " + name + ": " + e.getMessage()
                            + "; expected mpirun in " + RankEnvironment.MPIRUN
                            + ", or in PATH; or start the program by mpirun -n 1",
                    e);
        }
    }

    private static void await(Process process, Path file, String name) {
        try {
            for (long waited = 0; !Files.exists(file); waited += LOOK_MS) {
                if (!process.isAlive() || waited >= LIMIT_MS) {
                    process.destroy();
                    throw new PortException("the launcher " + name
                            + (process.isAlive()
                                    ? " has started no rank within " + LIMIT_MS / 1000 + " s"
                                    : " has ended with code " + process.exitValue()));
                }
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroy();
            throw new PortException("interrupted while a launcher was started for this process", e);
        }
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> found = new HashMap<>();
        for (String entry : text.split("\0")) {
            int equals = entry.indexOf('=');
            if (equals > 0) {
                found.put(entry.substring(0, equals), entry.substring(equals + 1));
            }
        }
        return found;
    }

    /** The command: the one that is named, this library's on the class path or beside its jars, or that of PATH. */
    private static List<String> mpirun() {
        String named = RankEnvironment.value(RankEnvironment.MPIRUN);
        if (named != null && !named.isEmpty()) {
            return List.of(named);
        }
        if (OwnLauncher.class.getClassLoader().getResource(MAIN.replace('.', '/') + ".class") != null) {
            return List.of(
                    HostSystem.java().toString(),
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    RankEnvironment.property("java.class.path", ""),
                    MAIN);
        }
        try {
            Path place = Path.of(OwnLauncher.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            for (Path folder = place.getParent(); folder != null; folder = folder.getParent()) {
                for (Path script : List.of(folder.resolve("bin/mpirun"), folder.resolve("mpirun"))) {
                    // Its folder has this library's other command, too.
                    if (Files.isExecutable(script) && Files.isExecutable(script.resolveSibling("bipj"))) {
                        return List.of(script.toString());
                    }
                }
            }
        } catch (URISyntaxException | RuntimeException e) {
            System.getLogger(OwnLauncher.class.getName())
                    .log(System.Logger.Level.DEBUG, "where the library's classes are is not known", e);
        }
        return List.of("mpirun");
    }
}
