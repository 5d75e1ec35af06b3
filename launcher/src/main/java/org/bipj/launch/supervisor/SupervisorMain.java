package org.bipj.launch.supervisor;

/**
 * The main class of a host's supervisor: {@link SupervisorProcess}, and one sentence where the host's Java is too old for that. Compiled
 * for Java 8, see the parent pom.
 */
public final class SupervisorMain {
    private static final int RELEASE = 25;

    private SupervisorMain() {}

    /**
     * Supervises until the job has ended or mpirun is lost.
     *
     * @param release the Java that mpirun runs on
     * @throws Exception if it cannot
     */
    public static void main(String[] release) throws Exception {
        String own = System.getProperty("java.specification.version");
        if (own.startsWith("1.") || Integer.parseInt(own) < RELEASE) {
            System.err.println(
                    "Java " + own + " from " + System.getProperty("java.home") + " is too old: mpirun runs on Java "
                            + release[0] + ", and needs " + RELEASE + " or newer on each host");
            System.exit(1);
        }
        SupervisorProcess.run();
    }
}
