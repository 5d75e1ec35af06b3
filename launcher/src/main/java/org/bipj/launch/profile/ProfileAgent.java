package org.bipj.launch.profile;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/** The agent in the JVM of a profiled rank: lets {@link CallTimer} wrap the methods of package {@code mpi} and count messages. */
public final class ProfileAgent {
    private ProfileAgent() {}

    /**
     * Called by the JVM before the program's main method.
     *
     * @param folder where each rank writes what was measured
     */
    public static void premain(String folder, Instrumentation instrumentation) {
        Profile.writeTo(Path.of(folder));
        instrumentation.addTransformer(new ClassChanges(instrumentation, CallTimer::isMeasured, CallTimer::wrap));
    }
}
