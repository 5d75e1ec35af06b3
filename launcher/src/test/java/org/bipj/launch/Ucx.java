package org.bipj.launch;

import org.bipj.net.ucx.UcxLibrary;
import org.junit.jupiter.api.Assumptions;

/** Tests over UCX. */
public final class Ucx {
    private Ucx() {}

    /** Skips the test where the library is missing. To be called by the test's own thread: JUnit sees the exception there only. */
    public static void assume() {
        String problem = UcxLibrary.problem(null);
        Assumptions.assumeTrue(problem == null, () -> "no UCX here: " + problem);
    }
}
