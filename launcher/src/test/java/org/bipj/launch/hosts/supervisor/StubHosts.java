package org.bipj.launch.hosts.supervisor;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import org.bipj.net.address.ControlSocket;
import org.bipj.testkit.Command;

/**
 * Hosts whose supervisors and ranks are threads of this JVM. What a supervisor does with frames, trees and addresses is the
 * product's; only processes are not there. mpirun itself is a process, and starts the first supervisors by a launch agent:
 *
 * <pre>
 *   mpirun --- agent (two times cat) === named pipes === supervisor --- supervisor ...   (pipes inside this JVM)
 * </pre>
 */
public final class StubHosts {
    private final Path directory;
    private final Path agent;
    private final List<String> names;
    private final Program program;
    /** Those of mpirun, whose jar this JVM may not have: it has the jar's classes. */
    private final Versions versions;

    private final Map<String, Stub> running = new ConcurrentHashMap<>();

    /** What a rank does. */
    @FunctionalInterface
    public interface Program {
        /** Runs a rank; returns its exit code. */
        int run(Rank rank) throws InterruptedException;
    }

    /** A rank, for its program. */
    public interface Rank {
        /** Its number. */
        int rank();

        /** Number of ranks. */
        int size();

        /** Where it publishes its address, and finds those of others. */
        ControlSocket book();

        /** Prints a line. */
        void print(String line);

        /** Waits for all ranks, as Finalize does. */
        void leave() throws InterruptedException;
    }

    /**
     * Hosts that wait to be started.
     *
     * @param directory for pipes and sockets
     * @param launcher mpirun's jar
     */
    public StubHosts(Path directory, String launcher, int hosts, Program program)
            throws IOException, InterruptedException {
        this.directory = directory;
        this.program = program;
        versions = versionsOf(launcher);
        // Addresses that are nobody's: looking for a name could take long.
        names = IntStream.range(0, hosts)
                .mapToObj(host -> "198.18." + host / 250 + "." + host % 250)
                .toList();
        String script = "#!/bin/sh\nexec 3<&0\ncat <&3 >%1$s/$1.down &\nexec 3<&- cat %1$s/$1.up\n";
        agent = Files.writeString(directory.resolve("agent"), script.formatted(directory));
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        List<String> pipes = new ArrayList<>(List.of("mkfifo"));
        names.forEach(name -> pipes.addAll(List.of(down(name).toString(), up(name).toString())));
        if (Command.run(pipes.toArray(String[]::new)) != 0) {
            throw new IOException("cannot make pipes in " + directory);
        }
        // Those that a supervisor starts never open their pipes.
        names.forEach(name -> thread(name + " pipes", () -> serveAgent(name)));
    }

    private static Versions versionsOf(String launcher) throws IOException {
        try (JarFile jar = new JarFile(launcher)) {
            Manifest manifest = jar.getManifest();
            String library = manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return new Versions(library == null ? "" : library, Versions.own().java());
        }
    }

    private Path down(String name) {
        return directory.resolve(name + ".down");
    }

    private Path up(String name) {
        return directory.resolve(name + ".up");
    }

    private static Thread thread(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, 128 << 10);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The names of all hosts. */
    public List<String> names() {
        return names;
    }

    /** The launch agent. */
    public Path agent() {
        return agent;
    }

    /** Ends a supervisor's connections with those above and below, as its death does. */
    public void kill(String name) {
        running.get(name).close();
    }

    private void serveAgent(String name) {
        try (InputStream in = new FileInputStream(down(name).toFile());
                OutputStream out = new FileOutputStream(up(name).toFile())) {
            new Stub(name, in, out).run();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Process start(List<String> words) throws IOException {
        String name = words.get(words.indexOf(agent.toString()) + 1);
        StubProcess process = new StubProcess();
        Stub stub = new Stub(name, process.in(), process.out());
        thread(name, () -> {
            stub.run();
            process.ended();
        });
        return process;
    }

    /** A supervisor. */
    private final class Stub implements HostSupervisor.Host {
        private final String name;
        private final InputStream in;
        private final OutputStream out;
        private Thread thread;

        Stub(String name, InputStream in, OutputStream out) {
            this.name = name;
            this.in = in;
            this.out = out;
        }

        void run() {
            thread = Thread.currentThread();
            running.put(name, this);
            try {
                HostSupervisor hostIndex = new HostSupervisor(in, out, this);
                try {
                    hostIndex.run();
                } catch (InterruptedException e) {
                    // Its link has ended.
                }
                hostIndex.end();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } finally {
                close();
            }
        }

        @Override
        public HostRanks ranks(JobLink up, HostJob job, List<String> addresses, String network) throws IOException {
            return new StubRanks(job, up, Files.createDirectory(directory.resolve("s" + up.hostIndex())), program);
        }

        @Override
        public Process start(List<String> words) throws IOException {
            return StubHosts.this.start(words);
        }

        @Override
        public void lost() {
            thread.interrupt();
        }

        @Override
        public Versions versions() {
            return versions;
        }

        void close() {
            try {
                out.close();
                in.close();
            } catch (IOException e) {
                // The other end has gone.
            }
        }
    }
}
