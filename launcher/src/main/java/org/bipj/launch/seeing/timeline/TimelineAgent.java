package org.bipj.launch.seeing.timeline;

import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import org.bipj.launch.seeing.agent.ClassChanges;

/** The agent in the JVM of a rank that is recorded: lets {@link CallMarker} wrap the methods of package {@code mpi}. */
public final class TimelineAgent {
    private TimelineAgent() {}

    /**
     * Called by the JVM before the program's main method.
     *
     * @param arguments how many records a thread has, 0 where only totals are counted; the number of the ranks' job among those of its
     *     launcher; the folder where ranks write; with commas between
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        String[] words = arguments.split(",", 3);
        int records = Integer.parseInt(words[0]);
        Timeline.writeTo(Path.of(words[2]), records);
        RecordedRanks.of(RecordedRanks.process(Integer.parseInt(words[1])));
        CallMarker marker = new CallMarker(records > 0);
        instrumentation.addTransformer(new ClassChanges(instrumentation, marker::isMarked, marker::mark));
        if (records > 0) {
            instrumentation.addTransformer(new CallSites());
        }
    }
}
