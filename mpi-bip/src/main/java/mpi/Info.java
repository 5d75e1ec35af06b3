package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.bipj.mpi.engine.ProcessEnvironment;
import org.jspecify.annotations.Nullable;

/** Keys and values, both strings (MPI 4.1 chapter 10). */
public final class Info implements Freeable, Cloneable {
    /** Null after free. */
    private @Nullable Map<String, String> values;

    /** What INFO_ENV holds now; null in another info. */
    private final @Nullable Supplier<Map<String, String>> current;

    private final boolean constant;

    /** An info object without keys (MPI_Info_create). */
    public Info() throws MPIException {
        this(new TreeMap<>(), false);
    }

    private Info(@Nullable Map<String, String> values, boolean constant) {
        this.values = values;
        this.current = null;
        this.constant = constant;
    }

    private Info(Supplier<Map<String, String>> current) {
        this.values = Map.of();
        this.current = current;
        this.constant = true;
    }

    /** INFO_NULL. */
    static Info none() {
        return new Info(null, true);
    }

    /**
     * INFO_ENV. It cannot be changed.
     *
     * @param current the present information about the process
     */
    static Info environment(Supplier<Map<String, String>> current) {
        return new Info(current);
    }

    /**
     * What {@code MPI.INFO_ENV} says now, in a new object (MPI_Info_create_env): {@code arch}, {@code host}, {@code wdir}, and from
     * {@code MPI.Init} on {@code command}, {@code maxprocs} and {@code thread_level}; and {@code argv}, the arguments with spaces
     * between them, of which the first {@link MPI#MAX_INFO_VAL} characters count. May be called at any time, by any thread. New here.
     *
     * @param args arguments of the program; null or empty for none
     */
    public static Info createEnv(String @Nullable [] args) throws MPIException {
        return new Info(ProcessEnvironment.ofCaller(args, Predefined.MAX_INFO_VAL), false);
    }

    /**
     * Sets a key's value (MPI_Info_set). A key of more than {@link MPI#MAX_INFO_KEY} characters is an error of class
     * ERR_INFO_KEY, a value of more than {@link MPI#MAX_INFO_VAL} one of class ERR_INFO_VALUE.
     */
    public void set(String key, String value) throws MPIException {
        if (key == null || key.isEmpty()) {
            throw new MPIException(Predefined.ERR_INFO_KEY, "Info.set: the key is " + (key == null ? "null" : "empty"));
        }
        checkLength(key, Predefined.MAX_INFO_KEY, Predefined.ERR_INFO_KEY, "a key");
        ValueChecks.notNull(value, Predefined.ERR_INFO_VALUE, "Info.set: the value of key " + key);
        checkLength(value, Predefined.MAX_INFO_VAL, Predefined.ERR_INFO_VALUE, "a value of key " + key);
        changeable("set").put(key, value);
    }

    private static void checkLength(String text, int most, int errorClass, String what) {
        if (text.length() > most) {
            throw new MPIException(
                    errorClass,
                    "Info.set: " + what + " has " + text.length() + " characters; expected at most " + most);
        }
    }

    /** The value of a key, or null (MPI_Info_get_string). */
    public @Nullable String get(String key) throws MPIException {
        return values("get").get(ValueChecks.notNull(key, Predefined.ERR_INFO_KEY, "Info.get: the key"));
    }

    /** Removes a key (MPI_Info_delete). */
    public void delete(String key) throws MPIException {
        if (changeable("delete").remove(ValueChecks.notNull(key, Predefined.ERR_INFO_KEY, "Info.delete: the key"))
                == null) {
            throw new MPIException(Predefined.ERR_INFO_NOKEY, "Info.delete: there is no key " + key);
        }
    }

    /** Number of keys (MPI_Info_get_nkeys). */
    public int size() throws MPIException {
        return values("size").size();
    }

    /** One of the keys, {@code i} from 0 to {@code size() - 1} (MPI_Info_get_nthkey). */
    public String getKey(int i) throws MPIException {
        List<String> keys = new ArrayList<>(values("getKey").keySet());
        if (i < 0 || i >= keys.size()) {
            throw new MPIException(
                    org.bipj.mpi.call.ErrorClass.ARG,
                    "Info.getKey: " + i + " is not the number of a key; there are " + keys.size());
        }
        return keys.get(i);
    }

    /** The values by their keys. */
    Map<String, String> toMap() {
        return new TreeMap<>(values("get"));
    }

    /** The same as {@link #dup}. */
    @Override
    public Info clone() {
        return dup();
    }

    /** A copy (MPI_Info_dup). */
    public Info dup() throws MPIException {
        return new Info(new TreeMap<>(values("dup")), false);
    }

    /** Gives the object back (MPI_Info_free). */
    @Override
    public void free() throws MPIException {
        changeable("free");
        values = null;
    }

    /** Frees the object if that has not happened yet; INFO_NULL and INFO_ENV stay as they are. */
    @Override
    public void close() {
        if (!constant) {
            values = null;
        }
    }

    /** True if keys can be set: not for INFO_NULL, INFO_ENV and after free. */
    boolean isChangeable() {
        return !constant && values != null;
    }

    /** True for INFO_NULL and after free. */
    public boolean isNull() {
        return values == null;
    }

    private Map<String, String> values(String method) {
        if (values == null) {
            throw new MPIException(Predefined.ERR_INFO, "Info." + method + ": the info object is null or freed");
        }
        return current == null ? values : current.get();
    }

    private Map<String, String> changeable(String method) {
        Map<String, String> all = values(method);
        if (constant) {
            throw new MPIException(Predefined.ERR_INFO, "Info." + method + ": INFO_ENV cannot be changed");
        }
        return all;
    }
}
