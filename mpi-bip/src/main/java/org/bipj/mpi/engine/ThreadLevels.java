package org.bipj.mpi.engine;

import java.util.List;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/** Names of the thread levels. */
public final class ThreadLevels {
    private static final List<String> NAMES =
            List.of("MPI_THREAD_SINGLE", "MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED", "MPI_THREAD_MULTIPLE");
    private static final List<String> OF_ENVIRONMENT = List.of("single", "funneled", "serialized", "multiple");

    private ThreadLevels() {}

    /** As MPI names a level. */
    public static String name(int level) {
        return NAMES.get(level);
    }

    /** The level that MPI names so. */
    public static int of(String name) {
        int level = NAMES.indexOf(name);
        if (level < 0) {
            throw new EngineException(
                    ErrorClass.INFO_VALUE, "thread_level is " + name + "; expected one of " + String.join(", ", NAMES));
        }
        return level;
    }

    /** The least level that the user wants for programs that ask for none. */
    public static int ofEnvironment() {
        String value = MpiVariables.value(MpiVariables.THREAD_LEVEL);
        if (value == null || value.isEmpty()) {
            return 0;
        }
        int level = OF_ENVIRONMENT.indexOf(value);
        if (level < 0) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "environment: " + MpiVariables.THREAD_LEVEL + "=" + value + "; expected "
                            + String.join(", ", OF_ENVIRONMENT));
        }
        return level;
    }
}
