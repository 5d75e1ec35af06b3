package mpi;

import java.util.HashMap;
import java.util.Map;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.io.FileErrors;
import org.bipj.mpi.io.Representations;
import org.jspecify.annotations.Nullable;

/** The data representations that a rank has registered (MPI 4.1 section 14.5.3). */
final class DataReps {
    /** What tells extents where the program has given no function: the type's own in memory. */
    private static final DatarepExtentFunction IN_MEMORY =
            type -> type.shape("registerDatarep").layout().extent();

    /** By name. */
    private final Map<String, DatarepExtentFunction> registered = new HashMap<>();

    synchronized void register(String name, boolean converts, @Nullable DatarepExtentFunction extent) {
        if (name == null || name.isEmpty() || name.length() > Predefined.MAX_DATAREP_STRING) {
            String what = name == null ? "is null" : "has " + name.length() + " characters";
            throw new EngineException(
                    ErrorClass.ARG, "the name " + what + "; expected 1 to " + Predefined.MAX_DATAREP_STRING);
        }
        if (Representations.NAMES.contains(name) || registered.containsKey(name)) {
            throw new EngineException(
                    FileErrors.DUP_DATAREP,
                    "the data representation " + name + " is known already; expected a new name");
        }
        if (converts) {
            throw new EngineException(
                    FileErrors.UNSUPPORTED_DATAREP,
                    "the data representation " + name + " has functions that convert data; expected null for both");
        }
        registered.put(name, extent == null ? IN_MEMORY : extent);
    }

    /** True if a name has been registered. */
    synchronized boolean has(@Nullable String name) {
        return registered.containsKey(name);
    }

    private synchronized DatarepExtentFunction function(String name) {
        return registered.getOrDefault(name, IN_MEMORY);
    }

    /**
     * Extent in bytes of a type in files of a representation. That of a type made of one predefined type grows as that one's does; other
     * types have gaps of their own, and the extent that they have in memory.
     */
    long extent(String name, Datatype type) {
        long inMemory = IN_MEMORY.extent(type);
        Datatype base = Predefined.of(type.base());
        if (base == null) {
            return inMemory;
        }
        long inFile = function(name).extent(base);
        if (inFile < 0) {
            throw new EngineException(
                    FileErrors.CONVERSION,
                    "the function for extents of " + name + " has returned " + inFile + " for " + base
                            + "; expected 0 or more bytes");
        }
        long unit = IN_MEMORY.extent(base);
        return inMemory % unit == 0 ? Math.multiplyExact(inMemory / unit, inFile) : inMemory;
    }
}
