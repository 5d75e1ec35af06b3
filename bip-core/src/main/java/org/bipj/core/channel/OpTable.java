package org.bipj.core.channel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations that a peer knows by number. A handle is used again only after its operation has ended. */
final class OpTable<T> {
    private @Nullable Object[] ops = new Object[64];
    private int[] free = new int[64];
    private int frees;
    private int used;

    int add(T op) {
        int handle;
        if (frees > 0) {
            handle = free[--frees];
        } else {
            handle = used;
            if (handle == ops.length) {
                grow();
            }
            used = handle + 1;
        }
        ops[handle] = op;
        return handle;
    }

    /** Changes nothing if the heap is full: what has not ended is then still listed. */
    private void grow() {
        @Nullable Object[] moreOps = Arrays.copyOf(ops, 2 * ops.length);
        free = Arrays.copyOf(free, 2 * ops.length);
        ops = moreOps;
    }

    /** The operation of a handle that a peer has named; null if there is none. */
    @SuppressWarnings("unchecked")
    @Nullable
    T get(long handle) {
        return handle >= 0 && handle < used ? (T) ops[(int) handle] : null;
    }

    void remove(int handle) {
        ops[handle] = null;
        free[frees++] = handle;
    }

    /** All that have not ended, by handle. */
    List<T> all() {
        List<T> all = new ArrayList<>();
        for (int handle = 0; handle < used; handle++) {
            T op = get(handle);
            if (op != null) {
                all.add(op);
            }
        }
        return all;
    }

    /** One more than the largest handle that was ever used. */
    int end() {
        return used;
    }

    int size() {
        return used - frees;
    }
}
