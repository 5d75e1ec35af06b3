package org.bipj.launch;

import java.nio.file.Path;
import java.util.Map;

/** Lets a script that ends in {@code java} find the library. */
final class ScriptSupport {
    /** How the line begins that a JVM prints when it finds options in this variable. */
    static final String NOTE = "NOTE: Picked up JDK_JAVA_OPTIONS:";

    private ScriptSupport() {}

    /** Variables under which a script runs. */
    static Map<String, String> environment(ProgramBuilder builder, int ranks, Path cache) {
        return Map.of();
    }
}
