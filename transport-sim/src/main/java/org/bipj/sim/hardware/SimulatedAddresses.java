package org.bipj.sim.hardware;

import java.lang.foreign.MemorySegment;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;

/**
 * Simulated virtual addresses of the memory that Java programs pass as buffers. They are assigned in the order of first
 * use, like those of malloc (8 bytes of header before each block, sizes rounded up to 8), and never twice.
 *
 * <p>Objects are identified by weak references. Native memory is identified by its scope (that of an arena, or of a
 * direct buffer and all its views) and its position in it. Real addresses are not sufficient, because it differs from
 * run to run whether an allocator returns freed memory again. So only differences of real addresses inside one block
 * are used, never their values or alignment. The scopes used last are held, so that their memory is not freed
 * meanwhile. A block that was not used during the use of {@value #NATIVES} others is forgotten, and gets a new address
 * if it is used again.
 *
 * <p>Memory without a scope of its own, which Java identifies only by its address (a native library's), counts as the
 * same memory if it has the same address: whether its allocator has returned that address again cannot be known here.
 */
final class SimulatedAddresses {
    private static final int ALIGNMENT = 8;
    private static final int HEADER = 8;
    /** Number of native blocks that are remembered: more than a program uses as buffers in turn. */
    private static final int NATIVES = 64;

    private Known[] table = new Known[64];
    private int size;
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    /** Blocks of native memory, the most recently used at the end. */
    private final ArrayList<Native> natives = new ArrayList<>();

    private long next;

    private static final class Known extends WeakReference<Object> {
        private final int hash;
        private final long address;
        private Known following;

        Known(Object object, ReferenceQueue<Object> gone, int hash, long address) {
            super(object, gone);
            this.hash = hash;
            this.address = address;
        }
    }

    private record Native(MemorySegment.Scope scope, long real, long bytes, long address) {
        boolean holds(MemorySegment.Scope other, long from, long length) {
            return from >= real && from + length <= real + bytes && scope.equals(other);
        }
    }

    SimulatedAddresses(long heap) {
        next = heap;
    }

    /** Address of the first byte of an array, buffer or segment. */
    long addressOf(Object object, long bytes) {
        return switch (object) {
            case MemorySegment segment -> ofSegment(segment, bytes);
            case Buffer buffer
            when buffer.hasArray() ->
                ofObject(buffer.array(), bytes) + (long) buffer.arrayOffset() * elementBytes(buffer.array());
            case Buffer buffer ->
                ofSegment(MemorySegment.ofBuffer(buffer.duplicate().clear()), bytes);
            default -> ofObject(object, bytes);
        };
    }

    private long ofSegment(MemorySegment segment, long bytes) {
        if (segment.isNative()) {
            // An empty block must not count as part of its neighbour, which depends on the allocator.
            return ofNative(segment.scope(), segment.address(), Math.max(1, Math.max(bytes, segment.byteSize())));
        }
        return segment.heapBase()
                .map(base -> ofObject(base, bytes) + segment.address())
                .orElseGet(() -> ofObject(segment, bytes));
    }

    private long ofNative(MemorySegment.Scope scope, long real, long bytes) {
        for (int i = natives.size() - 1; i >= 0; i--) {
            Native known = natives.get(i);
            if (known.holds(scope, real, bytes)) {
                natives.remove(i);
                natives.add(known);
                return known.address + real - known.real;
            }
        }
        if (natives.size() == NATIVES) {
            natives.removeFirst();
        }
        long address = allocate(bytes);
        natives.add(new Native(scope, real, bytes, address));
        return address;
    }

    private long ofObject(Object object, long bytes) {
        int hash = System.identityHashCode(object);
        for (Known known = table[hash & table.length - 1]; known != null; known = known.following) {
            if (known.hash == hash && known.refersTo(object)) {
                return known.address;
            }
        }
        forgetGone();
        if (size >= table.length) {
            grow();
        }
        long whole = object.getClass().isArray() ? (long) Array.getLength(object) * elementBytes(object) : bytes;
        Known known = new Known(object, gone, hash, allocate(whole));
        known.following = table[hash & table.length - 1];
        table[hash & table.length - 1] = known;
        size++;
        return known.address;
    }

    private long allocate(long bytes) {
        long address = next + HEADER;
        next = address + (bytes + ALIGNMENT - 1 & -ALIGNMENT);
        return address;
    }

    private static int elementBytes(Object array) {
        return switch (array) {
            case byte[] a -> Byte.BYTES;
            case boolean[] a -> Byte.BYTES;
            case short[] a -> Short.BYTES;
            case char[] a -> Character.BYTES;
            case int[] a -> Integer.BYTES;
            case float[] a -> Float.BYTES;
            default -> Long.BYTES;
        };
    }

    private void forgetGone() {
        for (Object reference = gone.poll(); reference != null; reference = gone.poll()) {
            Known dead = (Known) reference;
            int at = dead.hash & table.length - 1;
            if (table[at] == dead) {
                table[at] = dead.following;
                size--;
                continue;
            }
            for (Known known = table[at]; known != null; known = known.following) {
                if (known.following == dead) {
                    known.following = dead.following;
                    size--;
                    break;
                }
            }
        }
    }

    private void grow() {
        Known[] more = new Known[2 * table.length];
        for (Known first : table) {
            Known known = first;
            while (known != null) {
                Known rest = known.following;
                int at = known.hash & more.length - 1;
                known.following = more[at];
                more[at] = known;
                known = rest;
            }
        }
        table = more;
    }
}
