package org.bipj.shm.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bipj.core.nic.PortException;

/** Named shared memory of one job. Names are short file names; all ranks of the job see the same ones. */
public interface Store extends AutoCloseable {
    /** Looks for memory that another rank is making, which takes some milliseconds. */
    int LOOKS = 100_000;

    /**
     * Makes new zeroed memory under a name that is not in use. Its blocks are reserved before this returns: a later store
     * cannot fail because the file system is full.
     *
     * @throws org.bipj.core.nic.PortException if there is no room; the message names the size and the limit
     */
    Mapping create(String name, long bytes);

    /** The same, with a lifetime that the caller owns; {@link Mapping#close} then does nothing. */
    default Mapping create(String name, long bytes, Arena lifetime) {
        return create(name, bytes, lifetime, 0);
    }

    /**
     * The same, only where room is left.
     *
     * @param spare bytes that must stay free
     */
    Mapping create(String name, long bytes, Arena lifetime, long spare);

    /**
     * Maps memory that another rank made.
     *
     * @throws org.bipj.core.nic.PortException if there is none of this name
     */
    Mapping open(String name);

    /** The same, with a lifetime that the caller owns; {@link Mapping#close} then does nothing. */
    Mapping open(String name, Arena lifetime);

    /**
     * Memory that whoever asks first makes, for as long as this process lives.
     *
     * @return null if there is no room
     */
    default MemorySegment share(String name, long bytes) {
        return share(name, bytes, Arena.global());
    }

    /** The same, with a lifetime that the caller owns. */
    default MemorySegment share(String name, long bytes, Arena lifetime) {
        try {
            return create(name, bytes, lifetime).memory();
        } catch (PortException e) {
            return exists(name) ? await(name, bytes, lifetime) : null;
        }
    }

    /** Maps what another rank makes, once it is all there; null if that does not happen. */
    private MemorySegment await(String name, long bytes, Arena lifetime) {
        for (int looks = 0; looks < LOOKS && exists(name); looks++) {
            try {
                Mapping mapping = open(name);
                boolean isWhole = mapping.memory().byteSize() == bytes;
                mapping.close();
                if (isWhole) {
                    return open(name, lifetime).memory();
                }
            } catch (PortException e) {
                // The maker has found no room meanwhile.
            }
            Thread.yield();
        }
        return null;
    }

    /** How many bytes can be reserved now; {@link Long#MAX_VALUE}: nothing limits them. */
    long free();

    /** How many bytes there are, taken or free; {@link Long#MAX_VALUE}: nothing limits them. */
    long capacity();

    /** True while memory of this name exists. */
    boolean exists(String name);

    /** As {@link #exists}, for one who asks again and again: cheaper, and wrong where the session has another place now. */
    default boolean mayExist(String name) {
        return exists(name);
    }

    /** The names that begin so. */
    List<String> names(String prefix);

    /** False once the whole of it has been removed. */
    boolean isThere();

    /** Removes the name. Mappings stay valid. Does nothing if there is none. */
    void remove(String name);

    /** Whether the ranks that use this memory are in one process. */
    Native.Reach reach();

    @Override
    void close();
}
