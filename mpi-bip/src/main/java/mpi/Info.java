package mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keys and values, both strings (MPI 4.1 chapter 10). */
public final class Info implements Freeable, Cloneable {
    /** Null after free. */
    private Map<String, String> values;

    private final boolean constant;

    /** An info object without keys (MPI_Info_create). */
    public Info() throws MPIException {
        this(new TreeMap<>(), false);
    }

    private Info(Map<String, String> values, boolean constant) {
        this.values = values;
        this.constant = constant;
    }

    /** INFO_NULL. */
    static Info none() {
        return new Info(null, true);
    }

    /** INFO_ENV: what is known about this JVM. It cannot be changed: ranks of one JVM share it. */
    static Info environment() {
        Map<String, String> env = new TreeMap<>();
        env.put("arch", System.getProperty("os.arch", ""));
        env.put("wdir", System.getProperty("user.dir", ""));
        env.put("host", org.bipj.core.job.Node.NAME);
        return new Info(env, true);
    }

    /** Sets a key's value (MPI_Info_set). */
    public void set(String key, String value) throws MPIException {
        if (key == null || key.isEmpty()) {
            throw new MPIException(Predefined.ERR_INFO_KEY, "Info.set: the key is " + (key == null ? "null" : "empty"));
        }
        Given.notNull(value, Predefined.ERR_INFO_VALUE, "Info.set: the value of key " + key);
        changeable("set").put(key, value);
    }

    /** The value of a key, or null (MPI_Info_get_string). */
    public String get(String key) throws MPIException {
        return values("get").get(Given.notNull(key, Predefined.ERR_INFO_KEY, "Info.get: the key"));
    }

    /** Removes a key (MPI_Info_delete). */
    public void delete(String key) throws MPIException {
        if (changeable("delete").remove(Given.notNull(key, Predefined.ERR_INFO_KEY, "Info.delete: the key")) == null) {
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
                    org.bipj.mpi.engine.ErrorClass.ARG,
                    "Info.getKey: " + i + " is not the number of a key; there are " + keys.size());
        }
        return keys.get(i);
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

    /** True for INFO_NULL and after free. */
    public boolean isNull() {
        return values == null;
    }

    private Map<String, String> values(String method) {
        if (values == null) {
            throw new MPIException(Predefined.ERR_INFO, "Info." + method + ": the info object is null or freed");
        }
        return values;
    }

    private Map<String, String> changeable(String method) {
        Map<String, String> all = values(method);
        if (constant) {
            throw new MPIException(Predefined.ERR_INFO, "Info." + method + ": INFO_ENV cannot be changed");
        }
        return all;
    }
}
