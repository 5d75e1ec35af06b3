package org.bipj.junit;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.launch.seeing.timeline.JobFacts;
import org.bipj.launch.seeing.timeline.RecordedLibrary;
import org.bipj.launch.support.FileTree;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * A test whose calls are recorded: its ranks use a {@link RecordedLibrary}, which the test JVM does not see.
 *
 * @param facts what is known of its runs
 * @param judge the method that judges each run's {@link Recording}
 * @param instance of the test class, in the test JVM
 */
record RecordedTest(JobFacts facts, Method judge, Object instance) {
    /** By what finds the test class: a library's code becomes fast only after some runs. */
    private static final Map<ClassLoader, RecordedLibrary> LIBRARIES = new ConcurrentHashMap<>();

    /**
     * Records a run, and judges it.
     *
     * @param common names of the classes that the test JVM shares with the library, beside those of the JDK and of JUnit
     * @param entry runs the ranks, as {@link RecordedLibrary#record} has it
     * @throws Throwable what a rank, or the method that judges, throws
     */
    void run(Set<String> common, Class<?> entry, Object... arguments) throws Throwable {
        Path folder = Files.createTempDirectory("bipj-timeline-");
        try {
            ClassLoader own = instance.getClass().getClassLoader();
            LIBRARIES
                    .computeIfAbsent(own, parent -> new RecordedLibrary(parent, true, common))
                    .record(folder, entry, arguments);
            ReflectionSupport.invokeMethod(judge, instance, new Recording(facts, folder));
        } finally {
            FileTree.remove(folder);
        }
    }
}
