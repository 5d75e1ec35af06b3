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
record ValueKey<T>(String name, Form form, boolean isInherited) {
    /** Says that jobs which ranks start have the same value. */
    static final boolean INHERITED = true;

    private static final Map<String, ValueKey<?>> OTHERS = new ConcurrentHashMap<>();

    /** The key of a value that no option gives as it is. */
    static <T> ValueKey<T> of(String name, Form form, boolean isInherited) {
        ValueKey<T> key = new ValueKey<>(name, form, isInherited);
        OTHERS.put(name, key);
        return key;
    }

    /** The key of a value that no option gives as it is; null if there is none of this name. */
    static ValueKey<?> other(String name) {
        return OTHERS.get(name);
    }
}
