package org.bipj.launch.seeing.timeline;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import org.bipj.launch.seeing.profile.ClassChanges;

/** The agent in the JVM of a recorded rank: lets {@link CallMarker} wrap the methods of package {@code mpi}. */
public final class TimelineAgent {
    private TimelineAgent() {}

    /**
     * Called by the JVM before the program's main method.
     *
     * @param arguments how many records a thread has, a comma, and the folder where ranks write
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        int comma = arguments.indexOf(',');
        Timeline.writeTo(Path.of(arguments.substring(comma + 1)), Integer.parseInt(arguments.substring(0, comma)));
        instrumentation.addTransformer(new ClassChanges(instrumentation, CallMarker::isMarked, CallMarker::mark));
        instrumentation.addTransformer(new CallSites());
    }
}
