package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A limit on threads and processes that is too low for a job. It holds for a user other than root alone, who runs nothing else. */
class TaskLimitsTest extends JobTest {
    private static final String LIMIT = "26";

    @Test
    void theLimitIsNamed() throws IOException, InterruptedException {
        String user = Long.toString(60_000 + ProcessHandle.current().pid() % 5_000);
        String[] limited = {"prlimit", "--nproc=" + LIMIT, "setpriv", "--reuid", user, "--regid", "0", "--clear-groups"
        };
        ProcessBuilder trial = new ProcessBuilder(limited);
        trial.command().add("test");
        trial.command().addAll(List.of("-x", Mpirun.JAVA.toString(), "-a", "-r", Mpirun.programs()));
        int code = trial.redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start()
                .waitFor();
        assumeTrue(code == 0, "cannot run as a user with such a limit");
        HostAgent.all(directory);
        HostAgent.all(directory.resolve("shm"));
        mpirun.prefix(limited);
        Mpirun.Result result = mpirun.act("-n", "4", "--", "init", "finalize");
        String named = "this user may have " + LIMIT + " threads and processes on this machine (ulimit -u)";
        assertTrue(
                result.err().lines().anyMatch(line -> line.startsWith("mpirun: ") && line.contains(named)),
                result::toString);
        assertFalse(result.err().contains("org.bipj"), result.err());
        assertFalse(result.err().contains("Possible reasons"), result.err());
        assertEquals(1, result.code());
    }
}
