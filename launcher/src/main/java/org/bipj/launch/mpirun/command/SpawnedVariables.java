package org.bipj.launch.mpirun.command;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bipj.launch.support.LaunchException;

/** The environment variables that a rank's request for processes sets, by the hint {@code env}. */
public final class SpawnedVariables {
    private SpawnedVariables() {}

    /**
     * Reads them.
     *
     * @throws LaunchException if the hint is not understood
     */
    public static Map<String, String> of(Map<String, String> info) {
        Map<String, String> variables = new LinkedHashMap<>();
        String set = info.getOrDefault("env", "");
        for (String line : set.isEmpty() ? new String[0] : set.split("\n")) {
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new LaunchException(1, "the info key env has the line '" + line + "'; expected NAME=VALUE");
            }
            variables.put(line.substring(0, equals), line.substring(equals + 1));
        }
        return variables;
    }
}
