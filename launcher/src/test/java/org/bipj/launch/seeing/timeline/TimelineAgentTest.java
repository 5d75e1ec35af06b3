package org.bipj.launch.seeing.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.bipj.launch.seeing.agent.AgentJar;
import org.junit.jupiter.api.Test;

/** The agent's jar has all that its classes use. */
class TimelineAgentTest {
    /** Has the agent's classes and those of the JDK. */
    private static final class Alone extends ClassLoader {
        private final Map<String, byte[]> classes;

        Alone(Map<String, byte[]> classes) {
            super(ClassLoader.getPlatformClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name.replace('.', '/'));
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    @Test
    void anAgentHasTheClassesThatItUses() throws IOException, ClassNotFoundException {
        Map<String, byte[]> classes = AgentJar.classes(TimelineAgent.class);
        Alone loader = new Alone(classes);
        for (String name : classes.keySet()) {
            Class<?> alone = Class.forName(name.replace('/', '.'), true, loader);
            assertEquals(loader, alone.getClassLoader());
            assertEquals(List.of(), missing(classes, name), name);
        }
    }

    /** Classes of BIPJ whose members a class uses, and which are not there. */
    private static List<String> missing(Map<String, byte[]> classes, String name) {
        return StreamSupport.stream(
                        ClassFile.of().parse(classes.get(name)).constantPool().spliterator(), false)
                .mapMulti((PoolEntry entry, Consumer<String> next) -> {
                    if (entry instanceof MemberRefEntry member) {
                        next.accept(member.owner().asInternalName());
                    }
                })
                .filter(owner -> owner.startsWith("org/bipj/") && !classes.containsKey(owner))
                .toList();
    }

    /** Marks and listeners are the library's: an agent that had them would give code to its own. */
    @Test
    void itHasNothingThatItChanges() throws IOException {
        CallMarker marker = new CallMarker(true);
        for (String name : AgentJar.classes(TimelineAgent.class).keySet()) {
            assertFalse(marker.isMarked(name), name);
        }
    }
}
