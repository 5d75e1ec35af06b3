package org.bipj.launch.hosts.supervisor;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import org.bipj.core.machine.TaskLimit;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.support.BlockingFiles;
import org.bipj.launch.support.StandardInput;

/** The process of a host's supervisor, which talks to the one above over standard input and output. */
final class SupervisorProcess {
    private SupervisorProcess() {}

    private static final HostSupervisor.Host PROCESSES = new ProcessHost() {
        @Override
        public void lost() {
            // The shutdown hook ends the ranks.
            System.exit(1);
        }
    };

    /** Supervises until the job has ended or mpirun is lost, and ends this JVM. */
    static void run() throws IOException, InterruptedException {
        if (StaleCache.isUsed()) {
            System.exit(StaleCache.runWithout());
        }
        // A socket of ssh may be both.
        BlockingFiles.require(0, 1);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        // What anybody prints here must not get among the frames.
        System.setOut(System.err);
        try {
            HostSupervisor hostIndex = new HostSupervisor(StandardInput.stream(), out, PROCESSES);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(hostIndex), "end of the supervisor"));
            hostIndex.run();
        } catch (OutOfMemoryError e) {
            System.err.println(TaskLimit.named(String.valueOf(e.getMessage())));
            System.exit(1);
        }
        System.exit(0);
    }

    private static void end(HostSupervisor supervisor) {
        supervisor.end();
        if (supervisor.isJobOver()) {
            StartCache.ofHost().refresh();
        }
    }
}
