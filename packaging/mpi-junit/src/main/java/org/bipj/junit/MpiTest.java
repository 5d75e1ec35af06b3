package org.bipj.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that runs on several ranks inside the test JVM.
 *
 * <pre>{@code
 * @MpiTest(ranks = 4)
 * void ranksAddUp(Intracomm world) {
 *     int[] sum = {world.getRank()};
 *     world.allReduce(sum, 1, MPI.INT, MPI.SUM);
 *     assertEquals(6, sum[0]);
 * }
 * }</pre>
 *
 * <p><b>Ranks.</b> Each rank loads the test class, and the classes that it uses, separately: each has its own static fields,
 * as in {@code mpirun --mode thread}. All ranks share the classes of the JDK, of this library, JUnit, AssertJ, Hamcrest,
 * jqwik and Mockito. The JUnit configuration parameter or system property {@code bipj.test.shared} adds more: a list of
 * prefixes of class names, separated by commas. Ranks also share the JVM's system properties, standard streams and working
 * directory.
 *
 * <p><b>Life cycle.</b> Each rank creates an instance, calls {@code MPI.Init}, the {@code @BeforeEach} methods, the test,
 * the {@code @AfterEach} methods, and {@code MPI.Finalize} unless it has failed. {@code @BeforeAll} and {@code @AfterAll}
 * run once, outside of all ranks: ranks do not see static fields that these methods set. Extensions do not inject fields on
 * ranks; they do inject parameters.
 *
 * <p><b>Parameters.</b> A parameter of type {@link mpi.Intracomm} or {@link mpi.Comm} is the rank's COMM_WORLD. With {@link
 * #ip()} the first parameter of type {@code int} is the rank, and the second one the number of ranks. Other parameters come from other extensions, once for all ranks, and must have shared types. The annotation can be combined
 * with {@code @ParameterizedTest} and {@code @RepeatedTest}, with one number of ranks; not with {@code @Test}.
 *
 * <p><b>Failures.</b> An exception, {@code System.exit} and {@code Comm.abort} fail their rank. The test then fails with the
 * exception of each rank, its number and its seed. A deadlock fails the test with a report of what each rank waits for: in
 * virtual time immediately, with threads after one second without any progress.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(MpiExtension.class)
public @interface MpiTest {
    /**
     * False if MPI calls are not checked. By default they are, as by {@code mpirun --check}: an error fails the test, and each warning
     * is printed once.
     */
    boolean check() default true;

    /** Number of ranks; if there are several numbers, the test runs once with each. */
    int[] ranks() default 2;

    /** How the ranks run. */
    Mode mode() default Mode.THREADS;

    /**
     * With {@link Mode#SIM}: the test runs with the seeds 1 to this number, until one fails. Each run is an invocation of its own in
     * reports; beside other templates, such as parameterized tests, all seeds are one.
     */
    int seeds() default 1;

    /**
     * With {@link Mode#SIM}: the test runs with these seeds instead. The JUnit configuration parameter or system property
     * {@code bipj.test.seed} replaces them by one seed.
     */
    long[] seed() default {};

    /**
     * Runs the test for each way in which MPI may do what it leaves open, as {@code bipj explore} does, in virtual time: for so many
     * runs, such as {@code "1000"}, or for a time, such as {@code "10s"}. All runs are one invocation; each failure is reported once,
     * with the {@link #choices} that repeat it. What is left when the budget is spent does not fail the test. Excludes seeds.
     */
    String explore() default "";

    /**
     * With {@link #explore}: each rank may die before each of its calls, at most so many in a run, as {@code bipj explore --deaths} has
     * it. The others go on, and calls that need a dead rank throw. A rank that ends otherwise fails the test.
     */
    int deaths() default 0;

    /** Repeats one run that {@link #explore} has found: what was chosen where MPI leaves it open, in order. Excludes seeds. */
    String[] choices() default {};

    /** With {@link Mode#SIM}: the name of a platform of the library, or a platform file. */
    String platform() default "lab";

    /** Time limit of a run in seconds of real time. A run that exceeds it fails with a report of what its ranks do. */
    int timeoutSeconds() default 60;

    /** False if the test itself calls {@code MPI.Init} and {@code MPI.Finalize}. */
    boolean init() default true;

    /**
     * With {@link Mode#SIM}: each rank is a host with TCP/IP whose code uses {@code java.net} and its own threads, and no MPI, as with
     * {@code mpirun --ip}. MPI is not initialised. All clocks show virtual time, and random numbers follow from the seed.
     */
    boolean ip() default false;

    /** With {@link Mode#SIM}: what fails, where and when, as {@code mpirun --faults} has it; empty: nothing. */
    String faults() default "";

    /**
     * With {@link #ip()}: faults that each seed draws, as {@code mpirun --chaos} has them, beside {@link #faults}; empty: none. A failure
     * says what its seed has drawn.
     */
    String chaos() default "";

    /** With {@link Mode#SIM}: ranks that serve the others. The test does not wait for their ends, as with {@code mpirun --service}. */
    int[] services() default {};

    /**
     * Records the MPI calls of each run, as {@code mpirun --timeline} does. This is the name of a method of the test class with one
     * parameter of type {@link Recording}: it is called once, in the test JVM, behind each run whose ranks have all succeeded, and fails
     * the test by an exception. Empty: nothing is recorded. With {@link Mode#SIM} and neither {@link #seed} nor {@link #seeds} there are no
     * random delays, so that times are those of the platform. Excludes {@link #explore} and {@link #ip}.
     */
    String recorded() default "";
}
