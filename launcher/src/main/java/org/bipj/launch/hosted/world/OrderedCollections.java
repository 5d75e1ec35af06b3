package org.bipj.launch.hosted.world;

import java.io.Serializable;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * The sets and maps of {@code Set.of}, {@code Map.of} and their like, whose order the JDK draws at random in each JVM: that of hash codes, in a program whose random
 * numbers follow from the seed. Public because the programs' classes call it.
 */
public final class OrderedCollections {
    private OrderedCollections() {}

    private static <T> List<T> inOrder(Collection<T> all) {
        return all.stream()
                .sorted(Comparator.comparing(Object::hashCode).thenComparing(Object::toString))
                .toList();
    }

    /** Instead of a set that cannot be changed. */
    public static <E> Set<E> set(Set<E> made) {
        return made.size() < 2 ? made : new OrderedSet<>(made, inOrder(made));
    }

    /** Instead of a map that cannot be changed. */
    public static <K, V> Map<K, V> map(Map<K, V> made) {
        if (made.size() < 2) {
            return made;
        }
        List<Map.Entry<K, V>> entries = inOrder(made.keySet()).stream()
                .map(key -> Map.entry(key, made.get(key)))
                .toList();
        return new OrderedMap<>(made, new OrderedSet<>(made.entrySet(), entries));
    }

    /** Instead of a collector of such a set. */
    public static <T> Collector<T, ?, Set<T>> sets(Collector<T, ?, Set<T>> made) {
        return Collectors.collectingAndThen(made, OrderedCollections::set);
    }

    /** Instead of a collector of such a map. */
    public static <T, K, V> Collector<T, ?, Map<K, V>> maps(Collector<T, ?, Map<K, V>> made) {
        return Collectors.collectingAndThen(made, OrderedCollections::map);
    }

    private static final class OrderedSet<E> extends AbstractSet<E> implements Serializable {
        private static final long serialVersionUID = 1L;

        private final transient Set<E> made;
        private final transient List<E> inOrder;

        OrderedSet(Set<E> made, List<E> inOrder) {
            this.made = made;
            this.inOrder = inOrder;
        }

        @Override
        public Iterator<E> iterator() {
            return inOrder.iterator();
        }

        @Override
        public int size() {
            return inOrder.size();
        }

        @Override
        public boolean contains(Object element) {
            return made.contains(element);
        }

        private Object writeReplace() {
            return made;
        }
    }

    private static final class OrderedMap<K, V> extends AbstractMap<K, V> implements Serializable {
        private static final long serialVersionUID = 1L;

        private final transient Map<K, V> made;
        private final transient Set<Entry<K, V>> entries;

        OrderedMap(Map<K, V> made, Set<Entry<K, V>> entries) {
            this.made = made;
            this.entries = entries;
        }

        @Override
        public Set<Entry<K, V>> entrySet() {
            return entries;
        }

        @Override
        public V get(Object key) {
            return made.get(key);
        }

        @Override
        public boolean containsKey(Object key) {
            return made.containsKey(key);
        }

        private Object writeReplace() {
            return made;
        }
    }
}
