package org.bipj.launch.mpirun.command;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A value that a job has, by whose name other JVMs know it. Each option that is no more than a value has one in its row.
 *
 * @param <T> what {@link Form#parse} makes
 * @param name its own
 * @param form what the value is
 * @param isInherited jobs that ranks start have the same value
 */
public record Key<T>(String name, Form form, boolean isInherited) {
    /** Says that jobs which ranks start have the same value. */
    public static final boolean INHERITED = true;

    private static final Map<String, Key<?>> OTHERS = new ConcurrentHashMap<>();

    /** The key of a value that no option gives as it is. */
    public static <T> Key<T> of(String name, Form form, boolean isInherited) {
        Key<T> key = new Key<>(name, form, isInherited);
        OTHERS.put(name, key);
        return key;
    }

    /**
     * The key of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Key<?> find(String name) {
        Key<?> other = OTHERS.get(name);
        return other == null ? Option.valueOf(name).key() : other;
    }
}
