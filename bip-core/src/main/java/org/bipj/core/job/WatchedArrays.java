package org.bipj.core.job;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of programs that nobody may read for a time, in jobs with {@code --check=loads}: there the launcher has the program's classes
 * call this before they read an element of an array of numbers.
 */
public final class WatchedArrays {
    /** The word of {@link Job#checks} by which the program's classes are rewritten. */
    public static final String CHECK = "loads";

    /** Sees reads of an array. Who has added it keeps it. */
    public interface Watch {
        /**
         * Some bytes of the array are about to be read.
         *
         * @param from the first one, from the beginning of the array
         * @param to one past the last one
         */
        void reads(long from, long to);
    }

    /** No array equals another one, so it is found by its identity. */
    private static final Map<Object, List<WeakReference<Watch>>> WATCHES = new WeakHashMap<>();

    /** With more arrays, each read looks into the map. */
    private static final int FEW = 8;

    private static final List<WeakReference<Object>> MANY = List.of();

    /** All arrays; null: there are none, and a read costs no more than a look at this. */
    private static volatile @Nullable List<WeakReference<Object>> watched;

    private WatchedArrays() {}

    /** True if a rank's classes are to call {@link #load}. */
    public static boolean isCheckOf(Job job) {
        String checks = job.checks();
        return checks != null && job.isVirtual() && List.of(checks.split(",")).contains(CHECK);
    }

    /** Begins to watch an array. */
    public static void add(Object array, Watch watch) {
        synchronized (WATCHES) {
            WATCHES.computeIfAbsent(array, first -> new ArrayList<>(1)).add(new WeakReference<>(watch));
            watched = all();
        }
    }

    /** Ends it. */
    public static void remove(Object array, Watch watch) {
        synchronized (WATCHES) {
            List<WeakReference<Watch>> all = WATCHES.get(array);
            if (all != null) {
                all.removeIf(one -> one.refersTo(watch) || one.refersTo(null));
                if (all.isEmpty()) {
                    WATCHES.remove(array);
                }
            }
            watched = all();
        }
    }

    private static @Nullable List<WeakReference<Object>> all() {
        if (WATCHES.isEmpty()) {
            return null;
        }
        return WATCHES.size() > FEW
                ? MANY
                : WATCHES.keySet().stream()
                        .map(array -> new WeakReference<>(array))
                        .toList();
    }

    private static boolean mayBeWatched(@Nullable Object array) {
        List<WeakReference<Object>> all = watched;
        if (all == null || all == MANY) {
            return all != null;
        }
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).refersTo(array)) {
                return true;
            }
        }
        return false;
    }

    /** A program reads an element. */
    public static void load(@Nullable Object array, int index) {
        if (mayBeWatched(array)) {
            look(array, index, index + 1L);
        }
    }

    /** A program reads all elements. */
    public static void loadAll(@Nullable Object array) {
        if (mayBeWatched(array)) {
            look(array, 0, Integer.MAX_VALUE);
        }
    }

    /** Does what {@link System#arraycopy} does. */
    public static void copy(Object from, int at, Object to, int toAt, int count) {
        if (mayBeWatched(from)) {
            look(from, at, at + (long) count);
        }
        System.arraycopy(from, at, to, toAt, count);
    }

    private static void look(@Nullable Object array, long from, long to) {
        List<Watch> found = new ArrayList<>();
        synchronized (WATCHES) {
            for (WeakReference<Watch> one : WATCHES.getOrDefault(array, List.of())) {
                Watch watch = one.get();
                if (watch != null) {
                    found.add(watch);
                }
            }
        }
        if (array != null && !found.isEmpty()) {
            int bytes = bytes(array);
            found.forEach(watch -> watch.reads(from * bytes, to * bytes));
        }
    }

    private static int bytes(Object array) {
        return switch (array) {
            case short[] some -> Short.BYTES;
            case char[] some -> Character.BYTES;
            case int[] some -> Integer.BYTES;
            case float[] some -> Float.BYTES;
            case long[] some -> Long.BYTES;
            case double[] some -> Double.BYTES;
            default -> 1;
        };
    }
}
