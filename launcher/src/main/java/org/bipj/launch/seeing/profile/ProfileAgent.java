package org.bipj.launch.seeing.profile;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/** The agent in the JVM of a profiled rank: lets {@link CallTimer} wrap the methods of package {@code mpi} and count messages. */
public final class ProfileAgent {
    private ProfileAgent() {}

    /**
     * Called by the JVM before the program's main method.
     *
     * @param where the number of the ranks' job among those of its launcher, a comma, and the folder where each rank writes what was
     *     measured
     */
    public static void premain(String where, Instrumentation instrumentation) {
        int comma = where.indexOf(',');
        Profile.writeTo(Path.of(where.substring(comma + 1)), Integer.parseInt(where.substring(0, comma)));
        instrumentation.addTransformer(new ClassChanges(instrumentation, CallTimer::isMeasured, CallTimer::wrap));
    }
}
