package org.bipj.launch.timeline;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

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
        instrumentation.addTransformer(new Marker(instrumentation));
    }

    private record Marker(Instrumentation instrumentation) implements ClassFileTransformer {
        @Override
        public byte[] transform(
                Module module,
                ClassLoader loader,
                String name,
                Class<?> redefined,
                ProtectionDomain domain,
                byte[] bytes) {
            if (name == null || !CallMarker.isMarked(name)) {
                return null;
            }
            Module own = TimelineAgent.class.getModule();
            if (!module.canRead(own)) {
                instrumentation.redefineModule(module, Set.of(own), Map.of(), Map.of(), Set.of(), Map.of());
            }
            return CallMarker.mark(bytes);
        }
    }
}
