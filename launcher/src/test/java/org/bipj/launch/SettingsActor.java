package org.bipj.launch;

import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.ForkJoinPool;

/** A program without MPI that prints what it has of its own: arguments, properties and variables, and who it is. */
public final class SettingsActor {
    /** Shows that the class is loaded once for each rank. */
    private static int loads;

    private SettingsActor() {}

    /** Prints a line; the arguments are its first words. */
    public static void main(String[] args) throws Exception {
        String own = "test.own";
        String before = System.getProperty(own);
        String[] inherited = new String[1];
        Thread thread = new Thread(() -> inherited[0] = System.getProperty(own) + " " + System.getenv("TEST_OWN"));
        thread.start();
        thread.join();
        // A thread of the JDK's, which all ranks of a JVM share.
        String ofPool =
                ForkJoinPool.commonPool().submit(() -> System.getProperty(own)).get();
        String reflected =
                (String) System.class.getMethod("getProperty", String.class).invoke(null, own);
        String child = new String(new ProcessBuilder("sh", "-c", "echo $TEST_OWN $OMPI_COMM_WORLD_RANK")
                        .start()
                        .getInputStream()
                        .readAllBytes())
                .strip();
        // As in the Java tutorial.
        Properties more = new Properties(System.getProperties());
        System.setProperties(more);
        System.setProperty(own, "changed by " + System.getenv("OMPI_COMM_WORLD_RANK"));
        System.out.println(String.join(
                "; ",
                String.join(" ", args) + " " + ++loads,
                before + " " + Integer.getInteger("test.number") + " " + System.getProperty("test.all"),
                System.getenv("TEST_OWN") + " " + System.getenv().get("TEST_OWN"),
                Arrays.asList(inherited[0], ofPool, reflected).toString(),
                System.getenv("OMPI_COMM_WORLD_RANK") + " of " + System.getenv("OMPI_COMM_WORLD_SIZE"),
                child,
                System.getProperty(own) + " " + System.getProperties().getProperty(own)));
    }
}
