package org.bipj.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Writes what each test class costs beside Surefire's reports, for the table at the end of a build ({@code .mvn/times}). The file
 * {@code CLASS.cost} has one line of three words: seconds of processor time, of this JVM and of the processes that it and
 * they have started and waited for; JVMs that the class has started itself, as {@code mpirun}'s is; and these with all that they have
 * started, as ranks are. A process counts in the class in which its end was waited for.
 *
 * <p>What this JVM uses before, between and after its classes is in {@code jvm-N.cost}, N being Surefire's number of the JVM. A process
 * whose parent has been killed is waited for by nobody that counts: its time is in no file.
 */
public final class Costs implements TestExecutionListener {
    private static final Path REPORTS = Path.of("target", "surefire-reports");

    /** Surefire's number of this JVM; null in one that Surefire has not started. */
    private static final String JVM = System.getProperty("bipj.test.jvm");

    private final boolean isSurefire = JVM != null && Files.exists(REPORTS);
    private final Map<String, Cost> classes = new HashMap<>();
    private final StartedJvms jvms = new StartedJvms();
    private Cost begin = new Cost(0, 0, 0);
    private Cost counted = begin;

    /** What has been used up to a moment, or in between two. */
    private record Cost(double seconds, int direct, int all) {
        Cost minus(Cost other) {
            return new Cost(seconds - other.seconds, direct - other.direct, all - other.all);
        }

        Cost plus(Cost other) {
            return new Cost(seconds + other.seconds, direct + other.direct, all + other.all);
        }
    }

    /** For JUnit, which makes one per JVM. */
    public Costs() {
        if (isSurefire) {
            jvms.start();
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (isClass(test)) {
            begin = now();
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (isClass(test)) {
            Cost used = now().minus(begin);
            String name = ((ClassSource) test.getSource().orElseThrow()).getClassName();
            counted = counted.plus(used);
            // A class of two engines runs twice.
            write(name, classes.merge(name, used, Cost::plus));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        if (isSurefire) {
            write("jvm-" + JVM, now().minus(counted));
        }
    }

    /** True for a class that an engine runs by itself: not for one inside another. */
    private boolean isClass(TestIdentifier test) {
        return isSurefire
                && test.getSource().orElse(null) instanceof ClassSource
                && test.getUniqueIdObject().getSegments().size() == 2;
    }

    private Cost now() {
        return new Cost(ProcessorTime.ofThisJvmAndEnded(), jvms.direct(), jvms.all());
    }

    private static void write(String name, Cost cost) {
        try {
            String line = String.format(Locale.ROOT, "%.2f %d %d%n", cost.seconds, cost.direct, cost.all);
            Files.writeString(REPORTS.resolve(name + ".cost"), line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
