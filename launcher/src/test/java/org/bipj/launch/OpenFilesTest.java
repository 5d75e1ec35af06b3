package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits on open files that are too low for a job. */
class OpenFilesTest extends JobTest {
    @ParameterizedTest
    @ValueSource(ints = {24})
    void aJobThatStartsAlsoEndsWellAndOthersAreToldWhy(int limit) throws IOException, InterruptedException {
        String shell = "ulimit -n " + limit + " && exec \"$@\"";
        assumeTrue(new ProcessBuilder("sh", "-c", shell, "sh", "true").start().waitFor() == 0, "cannot set limits");
        mpirun.prefix("sh", "-c", shell, "sh");
        Mpirun.Result result = mpirun.act("-n", "4", "--", "init", "print:well", "finalize");
        if (limit < 40) {
            assertEquals(
                    "mpirun: a job of 4 ranks needs 40 file descriptors here, and only " + limit
                            + " are allowed: raise the limit on open files (ulimit -n)\n",
                    result.err());
            assertEquals(1, result.code());
        } else {
            assertEquals("", result.err());
            assertEquals(List.of("well", "well", "well", "well"), result.lines());
        }
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(ints = {16, 36, 40})
    void aJobThatStartsAlsoEndsWellAndOthersAreToldWhyWithOtherLimits(int limit)
            throws IOException, InterruptedException {
        aJobThatStartsAlsoEndsWellAndOthersAreToldWhy(limit);
    }
}
