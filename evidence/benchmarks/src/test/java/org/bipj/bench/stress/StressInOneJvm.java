package org.bipj.bench.stress;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.TreeSet;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.infra.StateCase;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.Runner;
import org.openjdk.jcstress.infra.runners.SpinLoopStyle;
import org.openjdk.jcstress.infra.runners.TestList;

/**
 * Runs all jcstress tests in this JVM, one after the other, and prints how often each outcome was seen. jcstress itself starts a JVM for
 * each test, and before them two dozen that only find out which options a JVM has: most of the time of a short run goes there.
 *
 * <p>Argument: milliseconds for each test. Ends with code 1 if an outcome was forbidden or a test did not run.
 */
final class StressInOneJvm {
    /** Those of jcstress. */
    private static final int STRIDE_SIZE = 256;

    private static final int STRIDES = 40;
    private static final int FOOTPRINT_MIB = 64;

    private StressInOneJvm() {}

    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        int millis = Integer.parseInt(args[0]);
        boolean isRight = true;
        for (String name : new TreeSet<>(TestList.tests())) {
            TestInfo test = TestList.getInfo(name);
            Runner<?> runner = (Runner<?>) Class.forName(test.generatedRunner())
                    .getConstructor(ForkedTestConfig.class)
                    .newInstance(config(test, millis));
            isRight &= isRight(test, runner.run());
        }
        // Threads of a test that did not end would keep the JVM.
        System.exit(isRight ? 0 : 1);
    }

    /** As jcstress hands it on to the JVM of a test. */
    private static ForkedTestConfig config(TestInfo test, int millis) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(SpinLoopStyle.THREAD_YIELD.ordinal());
        out.writeInt(millis);
        out.writeInt(1);
        out.writeUTF(test.generatedRunner());
        out.writeInt(FOOTPRINT_MIB);
        out.writeInt(STRIDE_SIZE);
        out.writeInt(STRIDES);
        out.writeBoolean(false);
        return new ForkedTestConfig(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    private static boolean isRight(TestInfo test, TestResult result) {
        System.out.println(test.name() + ": " + result.status());
        result.getMessages().forEach(System.out::println);
        boolean isRight = result.status() == Status.NORMAL;
        for (String outcome : new TreeSet<>(result.getStateKeys())) {
            StateCase expected = expected(test, outcome);
            System.out.printf(
                    "%12d  %s: %s, %s%n", result.getCount(outcome), outcome, expected.expect(), expected.description());
            isRight &= expected.expect() != Expect.FORBIDDEN;
        }
        return isRight;
    }

    private static StateCase expected(TestInfo test, String outcome) {
        return test.cases().stream()
                .filter(one -> one.matchesExactly(outcome))
                .findFirst()
                .or(() -> test.cases().stream()
                        .filter(one -> one.matches(outcome))
                        .findFirst())
                .orElse(test.unmatched());
    }
}
