package org.bipj.mpi.check;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import mpi.MpiBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Memory of operations under way, by array: finds what a new call shares with them. A program may have thousands of sends of one array
 * under way, and as many receives into its parts; none of both may make each call slow.
 *
 * @param <T> the operations
 */
final class MemoryInUse<T> {
    private static final int FEW = 4;

    /** Of one array, or of all memory that is none. */
    private static final class Area<T> {
        /** Dense memory that is written, by its first byte. No two overlap: that would have been an error. */
        final TreeMap<Long, Use<T>> written = new TreeMap<>();
        /** Memory with gaps that is written. */
        final Map<MpiBuffer, T> sparse = new IdentityHashMap<>(FEW);
        /** Memory that is read, by several at once. */
        final Map<MpiBuffer, T> read = new IdentityHashMap<>(FEW);

        boolean isEmpty() {
            return written.isEmpty() && sparse.isEmpty() && read.isEmpty();
        }
    }

    /** Memory and the operation that uses it. */
    record Use<T>(MpiBuffer buffer, T by) {}

    private final Map<Object, Area<T>> areas = new IdentityHashMap<>();
    /** An empty one, kept for the next memory: many operations are alone in theirs. */
    private @Nullable Area<T> spare = new Area<>();

    void add(MpiBuffer buffer, T by) {
        Object base = buffer.base();
        if (base == null) {
            return;
        }
        Area<T> area = areas.get(base);
        if (area == null) {
            area = spare == null ? new Area<>() : spare;
            spare = null;
            areas.put(base, area);
        }
        if (!buffer.isWritten()) {
            area.read.put(buffer, by);
        } else if (buffer.isDense()) {
            area.written.put(buffer.lowest(), new Use<>(buffer, by));
        } else {
            area.sparse.put(buffer, by);
        }
    }

    void remove(MpiBuffer buffer) {
        Area<T> area = buffer.base() == null ? null : areas.get(buffer.base());
        if (area == null) {
            return;
        }
        if (!buffer.isWritten()) {
            area.read.remove(buffer);
        } else if (buffer.isDense()) {
            area.written.remove(buffer.lowest());
        } else {
            area.sparse.remove(buffer);
        }
        if (area.isEmpty()) {
            spare = areas.remove(buffer.base());
        }
    }

    /** A use of the same memory that may not be at the same time; null if there is none. */
    @Nullable
    Use<T> conflict(MpiBuffer buffer) {
        Area<T> area = areas.isEmpty() || buffer.base() == null ? null : areas.get(buffer.base());
        if (area == null) {
            return null;
        }
        Use<T> found = conflict(area.sparse, buffer);
        if (found == null && buffer.isWritten()) {
            found = conflict(area.read, buffer);
        }
        return found != null ? found : conflictWithWritten(area, buffer);
    }

    private static <T> @Nullable Use<T> conflict(Map<MpiBuffer, T> uses, MpiBuffer buffer) {
        if (uses.isEmpty()) {
            return null;
        }
        for (Map.Entry<MpiBuffer, T> use : uses.entrySet()) {
            if (use.getKey().overlaps(buffer)) {
                return new Use<>(use.getKey(), use.getValue());
            }
        }
        return null;
    }

    /** Those that begin in the memory, and the one that may reach into it. */
    private static <T> @Nullable Use<T> conflictWithWritten(Area<T> area, MpiBuffer buffer) {
        if (area.written.isEmpty()) {
            return null;
        }
        Long first = area.written.floorKey(buffer.lowest());
        long from = first == null ? buffer.lowest() : first;
        for (Use<T> use :
                area.written.subMap(from, Math.max(from, buffer.highest())).values()) {
            if (use.buffer.overlaps(buffer)) {
                return use;
            }
        }
        return null;
    }
}
