package org.bipj.shm.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.core.nic.PortException;

/** Shared memory inside one JVM, for ranks that are threads. */
public final class LocalStore implements Store {
    private static final long LINE = 64;

    private final ConcurrentHashMap<String, MemorySegment> byName = new ConcurrentHashMap<>();

    @Override
    public Mapping create(String name, long bytes) {
        // The collector frees it when no rank refers to it any more: ranks of one JVM end at different times.
        MemorySegment memory = Arena.ofAuto().allocate(bytes, LINE);
        if (byName.putIfAbsent(name, memory) != null) {
            throw new PortException("shared memory " + name + " exists already");
        }
        return new Mapping(memory, null);
    }

    @Override
    public Mapping create(String name, long bytes, Arena lifetime, long spare) {
        return create(name, bytes);
    }

    @Override
    public Mapping open(String name) {
        MemorySegment memory = byName.get(name);
        if (memory == null) {
            throw new PortException("no shared memory of name " + name);
        }
        return new Mapping(memory, null);
    }

    @Override
    public Mapping open(String name, Arena lifetime) {
        return open(name);
    }

    @Override
    public long free() {
        return Long.MAX_VALUE;
    }

    @Override
    public long capacity() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean exists(String name) {
        return byName.containsKey(name);
    }

    @Override
    public List<String> names(String prefix) {
        return byName.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
    }

    @Override
    public boolean isThere() {
        return true;
    }

    @Override
    public void remove(String name) {
        byName.remove(name);
    }

    @Override
    public Native.Reach reach() {
        return Native.Reach.PROCESS;
    }

    @Override
    public void close() {
        byName.clear();
    }
}
