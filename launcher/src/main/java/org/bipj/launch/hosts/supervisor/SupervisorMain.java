package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import org.bipj.core.machine.RequiredJava;

/**
 * The main class of a host's supervisor: {@link SupervisorProcess}, and one sentence where the host's Java is too old for that. Compiled
 * for Java 8, see the parent pom.
 */
public final class SupervisorMain {
    private SupervisorMain() {}

    /**
     * Supervises until the job has ended or mpirun is lost.
     *
     * @param release the Java that mpirun runs on
     */
    public static void main(String[] release) throws IOException, InterruptedException {
        RequiredJava.orExit(release[0]);
        SupervisorProcess.run();
    }
}
