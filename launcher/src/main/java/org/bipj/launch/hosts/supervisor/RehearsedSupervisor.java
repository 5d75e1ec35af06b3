package org.bipj.launch.hosts.supervisor;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * A supervisor in the JVM of {@code mpirun}, which records what both load. Not {@link SupervisorProcess}: that class must not be in a
 * start-up cache.
 */
public final class RehearsedSupervisor extends ProcessHost {
    private RehearsedSupervisor() {}

    /**
     * Supervises until the job has ended, in a thread.
     *
     * @param in a named pipe for frames from {@code mpirun}
     * @param out one for frames to it
     */
    public static void start(Path in, Path out) {
        Thread.ofPlatform().daemon().name("supervisor").start(() -> {
            try (InputStream frames = new FileInputStream(in.toFile());
                    OutputStream back = new FileOutputStream(out.toFile())) {
                HostSupervisor supervisor = new HostSupervisor(frames, back, new RehearsedSupervisor());
                supervisor.run();
                supervisor.end();
            } catch (IOException e) {
                System.getLogger(RehearsedSupervisor.class.getName()).log(System.Logger.Level.DEBUG, "no rehearsal", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void lost() {
        // The job ends otherwise, too.
    }
}
