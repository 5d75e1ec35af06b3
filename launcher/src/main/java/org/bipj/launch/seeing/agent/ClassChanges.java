package org.bipj.launch.seeing.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Changes classes of the library while they are loaded, so that they call the agent's; their modules may read the agent's from then on.
 *
 * @param isChanged true for the internal names of the classes that are changed
 * @param change makes a class's new bytes of its own
 */
public record ClassChanges(Instrumentation instrumentation, Predicate<String> isChanged, UnaryOperator<byte[]> change)
        implements ClassFileTransformer {
    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (name == null || !isChanged.test(name)) {
            return null;
        }
        Module own = ClassChanges.class.getModule();
        if (!module.canRead(own)) {
            instrumentation.redefineModule(module, Set.of(own), Map.of(), Map.of(), Set.of(), Map.of());
        }
        try {
            return change.apply(bytes);
        } catch (LinkageError | RuntimeException e) {
            // The JVM would say nothing, and calls of this class would be missing.
            System.err.println("mpirun: recording: the calls of " + name + " are missing: " + e);
            return null;
        }
    }
}
