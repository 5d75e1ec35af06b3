package mpi;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;

/** Attributes of one object (MPI 4.1 section 7.7), and the keys of all. Copying an object copies its attributes. */
final class Attributes {
    /** Keys below are those of predefined attributes. */
    private static final int FIRST_KEY = 100;

    private static final AtomicInteger NEXT_KEY = new AtomicInteger(FIRST_KEY);
    private static final Map<Integer, Boolean> KEYS = new ConcurrentHashMap<>();

    private final Map<Integer, Object> values = new ConcurrentHashMap<>();

    static int newKey() {
        int key = NEXT_KEY.getAndIncrement();
        KEYS.put(key, Boolean.TRUE);
        return key;
    }

    static void freeKey(String method, int key) {
        if (KEYS.remove(key) == null) {
            throw new MPIException(Predefined.ERR_KEYVAL, method + ": " + key + " is no key of createKeyval");
        }
    }

    /** Sets a value; a wrong argument is an {@link EngineException}. */
    void set(int key, Object value) {
        if (!KEYS.containsKey(key)) {
            throw unknown(key);
        }
        if (value == null) {
            throw new EngineException(ErrorClass.ARG, "the value is null; delete an attribute by deleteAttr");
        }
        values.put(key, value);
    }

    /** Null where there is none under a key; what is no key is an {@link EngineException}. */
    Object get(int key) {
        Object value = values.get(key);
        if (value == null && !KEYS.containsKey(key)) {
            throw unknown(key);
        }
        return value;
    }

    /** Removes a value, if there is one; what is no key is an {@link EngineException}. */
    void delete(int key) {
        if (values.remove(key) == null && !KEYS.containsKey(key)) {
            throw unknown(key);
        }
    }

    private static EngineException unknown(int key) {
        return new EngineException(Predefined.ERR_KEYVAL, key + " is no key of createKeyval");
    }

    void copyFrom(Attributes other) {
        values.putAll(other.values);
    }

    void clear() {
        values.clear();
    }
}
