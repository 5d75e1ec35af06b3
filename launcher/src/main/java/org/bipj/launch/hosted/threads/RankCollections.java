package org.bipj.launch.hosted.threads;

import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.bipj.sim.kernel.Fiber;

/**
 * Replaces the methods of {@link Collections} that make synchronised collections: theirs would wait for their monitor in
 * the JDK, while a program may hold it over a wait. These wait as {@link RankMonitors} does, also if they were made before
 * threads became fibers. Public because the programs' classes call it.
 */
public final class RankCollections {
    private RankCollections() {}

    public static <E> Collection<E> synchronizedCollection(Collection<E> elements) {
        return Fiber.current() == null
                ? Collections.synchronizedCollection(elements)
                : Guard.<Collection<E>>of(elements, null, Collection.class);
    }

    public static <E> Set<E> synchronizedSet(Set<E> set) {
        return Fiber.current() == null ? Collections.synchronizedSet(set) : Guard.<Set<E>>of(set, null, Set.class);
    }

    public static <E> SortedSet<E> synchronizedSortedSet(SortedSet<E> set) {
        return Fiber.current() == null
                ? Collections.synchronizedSortedSet(set)
                : Guard.<SortedSet<E>>of(set, null, SortedSet.class);
    }

    public static <E> NavigableSet<E> synchronizedNavigableSet(NavigableSet<E> set) {
        return Fiber.current() == null
                ? Collections.synchronizedNavigableSet(set)
                : Guard.<NavigableSet<E>>of(set, null, NavigableSet.class);
    }

    public static <E> List<E> synchronizedList(List<E> list) {
        return Fiber.current() == null ? Collections.synchronizedList(list) : Guard.<List<E>>of(list, null, List.class);
    }

    public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map) {
        return Fiber.current() == null ? Collections.synchronizedMap(map) : Guard.<Map<K, V>>of(map, null, Map.class);
    }

    public static <K, V> SortedMap<K, V> synchronizedSortedMap(SortedMap<K, V> map) {
        return Fiber.current() == null
                ? Collections.synchronizedSortedMap(map)
                : Guard.<SortedMap<K, V>>of(map, null, SortedMap.class);
    }

    public static <K, V> NavigableMap<K, V> synchronizedNavigableMap(NavigableMap<K, V> map) {
        return Fiber.current() == null
                ? Collections.synchronizedNavigableMap(map)
                : Guard.<NavigableMap<K, V>>of(map, null, NavigableMap.class);
    }

    /** Calls each method of a collection within a monitor: that of the collection which the program has, as the JDK says. */
    private static final class Guard implements InvocationHandler, Serializable {
        private static final long serialVersionUID = 1L;

        /** What returns a view of the same elements. */
        private static final Set<String> VIEWS = Set.of(
                "subList",
                "reversed",
                "subSet",
                "headSet",
                "tailSet",
                "descendingSet",
                "keySet",
                "values",
                "entrySet",
                "sequencedKeySet",
                "sequencedValues",
                "sequencedEntrySet",
                "navigableKeySet",
                "descendingKeySet",
                "subMap",
                "headMap",
                "tailMap",
                "descendingMap");

        /** Serialisable if the program's collection is. */
        @SuppressWarnings("serial")
        private final Object elements;

        /** The object whose monitor is held in each call; null: the proxy. */
        @SuppressWarnings("serial")
        private final Object owner;

        private Guard(Object elements, Object owner) {
            this.elements = elements;
            this.owner = owner;
        }

        @SuppressWarnings("unchecked")
        static <T> T of(Object elements, Object owner, Class<?> type) {
            Objects.requireNonNull(elements);
            Class<?>[] types = elements instanceof RandomAccess
                    ? new Class<?>[] {type, RandomAccess.class}
                    : new Class<?>[] {type};
            // It implements the type.
            return (T) Proxy.newProxyInstance(Guard.class.getClassLoader(), types, new Guard(elements, owner));
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            Object held = owner == null ? proxy : owner;
            RankMonitors.enter(held);
            synchronized (held) {
                try {
                    Object result = call(proxy, method, arguments);
                    return VIEWS.contains(method.getName()) ? of(result, held, method.getReturnType()) : result;
                } finally {
                    RankMonitors.exit(held);
                }
            }
        }

        private Object call(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("equals") && (arguments[0] == proxy || isPlain(proxy))) {
                return arguments[0] == proxy;
            }
            try {
                return method.invoke(elements, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        /** True for what is neither a list, nor a set, nor a map: it equals only itself. */
        private static boolean isPlain(Object proxy) {
            return !(proxy instanceof List) && !(proxy instanceof Set) && !(proxy instanceof Map);
        }
    }
}
