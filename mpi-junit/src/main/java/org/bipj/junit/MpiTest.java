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
 * <p><b>Ranks.</b> Each rank has the test class, and the classes that it uses, for itself: static fields are apart, as in
 * {@code mpirun --mode thread}. Shared are the JDK, this library, and those of JUnit, AssertJ, Hamcrest, jqwik and
 * Mockito; the JUnit configuration parameter or system property {@code bipj.test.shared} names prefixes of more, with
 * commas between. System properties, standard streams and the working directory are the JVM's.
 *
 * <p><b>Life cycle.</b> Each rank creates an instance, calls {@code MPI.Init}, the {@code @BeforeEach} methods, the test,
 * the {@code @AfterEach} methods, and {@code MPI.Finalize} unless it has failed. {@code @BeforeAll} and {@code @AfterAll}
 * run once, where no rank is: ranks do not see what they write into static fields. Fields that extensions fill are not
 * filled on ranks; parameters are.
 *
 * <p><b>Parameters.</b> One of type {@link mpi.Intracomm} or {@link mpi.Comm} is the rank's COMM_WORLD. Others come from
 * other extensions, once for all ranks, and must be of shared types. The annotation can stand beside
 * {@code @ParameterizedTest} and {@code @RepeatedTest}, with one number of ranks; not beside {@code @Test}.
 *
 * <p><b>Failures.</b> An exception, {@code System.exit} and {@code MPI.abort} fail their rank; the test fails with each
 * rank's own exception, its rank and its seed. Ranks that wait for ever fail the test with the report who waits for what:
 * in virtual time at once, with threads after a second in which nothing has happened.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(MpiExtension.class)
public @interface MpiTest {
    /** Number of ranks; the test runs once for each of several numbers. */
    int[] ranks() default 2;

    /** Where the ranks live. */
    Mode mode() default Mode.THREADS;

    /** With {@link Mode#SIM}: the test runs with each of the seeds 1 to this number, up to the first that fails. */
    int seeds() default 1;

    /**
     * With {@link Mode#SIM}: the test runs with these seeds instead. So it does with the one that the JUnit configuration
     * parameter or system property {@code bipj.test.seed} names.
     */
    long[] seed() default {};

    /** With {@link Mode#SIM}: a platform that comes with the library, or a file. */
    String platform() default "lab";

    /** Seconds of real time after which a run fails, with a report of what its ranks do. */
    int timeoutSeconds() default 60;

    /** False: the methods of the test call {@code MPI.Init} and {@code MPI.Finalize} themselves. */
    boolean init() default true;
}
