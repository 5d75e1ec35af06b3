package org.bipj.launch.profile;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

/** The agent in the JVM of a profiled rank: lets {@link CallTimer} wrap the methods of package {@code mpi}. */
public final class ProfileAgent {
    private ProfileAgent() {}

    /**
     * Called by the JVM before the program's main method.
     *
     * @param folder where each rank writes what was measured
     */
    public static void premain(String folder, Instrumentation instrumentation) {
        Profile.writeTo(Path.of(folder));
        instrumentation.addTransformer(new Wrapper(instrumentation));
    }

    private record Wrapper(Instrumentation instrumentation) implements ClassFileTransformer {
        @Override
        public byte[] transform(
                Module module,
                ClassLoader loader,
                String name,
                Class<?> redefined,
                ProtectionDomain domain,
                byte[] bytes) {
            if (name == null || !MpiMethods.isTimed(name)) {
                return null;
            }
            Module own = ProfileAgent.class.getModule();
            if (!module.canRead(own)) {
                instrumentation.redefineModule(module, Set.of(own), Map.of(), Map.of(), Set.of(), Map.of());
            }
            return CallTimer.wrap(bytes);
        }
    }
}
