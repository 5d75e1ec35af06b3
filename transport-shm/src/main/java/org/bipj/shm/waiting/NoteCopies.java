package org.bipj.shm.waiting;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.bipj.core.job.SharedNote;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

/**
 * What the ranks of one host say in their {@link SharedNote}s, for other hosts; and copies of what the ranks of these say, for the ranks
 * of this one, as far as one of them has asked for the memory.
 */
public final class NoteCopies {
    private static final int CHUNK = 1 << 12;

    private final Store store;
    private final List<Integer> ranks;
    private final int size;
    /** By rank: the notes that have been mapped. */
    private final Map<Integer, SharedNote> notes = new HashMap<>();

    private MemorySegment round;

    /**
     * Notes of one host.
     *
     * @param ranks the ranks in the world that this host has
     * @param size number of ranks in the world
     */
    public NoteCopies(Store store, List<Integer> ranks, int size) {
        this.store = store;
        this.ranks = ranks;
        this.size = size;
    }

    /** Copies of the valid ones of this host's ranks, by rank, compressed. */
    public Map<Integer, byte[]> read() {
        Map<Integer, byte[]> copies = new TreeMap<>();
        for (int rank : ranks) {
            SharedNote note = note(rank);
            byte[] copy = note == null ? null : note.copy();
            if (copy != null) {
                copies.put(rank, compressed(copy));
            }
        }
        return copies;
    }

    /**
     * Brings what all hosts have read in a round; what is not among it is not valid.
     *
     * @param number of the round, from 1 on
     * @param copies by rank, as {@link #read} gives them
     */
    public void bring(long number, Map<Integer, byte[]> copies) {
        copies.forEach((rank, copy) -> {
            SharedNote note = ranks.contains(rank) ? null : note(rank);
            if (note != null) {
                note.replace(expanded(copy, (int) SharedNote.bytes(size)));
            }
        });
        // One that is not mapped has never been brought, and is not valid.
        notes.forEach((rank, note) -> {
            if (!ranks.contains(rank) && !copies.containsKey(rank)) {
                note.invalidate();
            }
        });
        round = round == null ? map(SharedNote.ROUND, Long.BYTES) : round;
        if (round != null) {
            SharedNote.setRound(round, number);
        }
    }

    /** Null where no rank has made it. */
    private SharedNote note(int rank) {
        SharedNote known = notes.get(rank);
        if (known == null) {
            MemorySegment memory = map(SharedNote.name(rank), SharedNote.bytes(size));
            if (memory != null) {
                known = new SharedNote(memory);
                notes.put(rank, known);
            }
        }
        return known;
    }

    /** Null where there is none, or where it is just being made: then nobody reads it. */
    private MemorySegment map(String name, long bytes) {
        if (!store.exists(name)) {
            return null;
        }
        Mapping mapping = store.open(name);
        if (mapping.memory().byteSize() != bytes) {
            mapping.close();
            return null;
        }
        return mapping.memory();
    }

    private static byte[] compressed(byte[] copy) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        try {
            deflater.setInput(copy);
            deflater.finish();
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] chunk = new byte[CHUNK];
            while (!deflater.finished()) {
                all.write(chunk, 0, deflater.deflate(chunk));
            }
            return all.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private static byte[] expanded(byte[] compressed, int length) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(compressed);
            byte[] copy = new byte[length];
            if (inflater.inflate(copy) != length || inflater.getRemaining() != 0) {
                throw new IllegalArgumentException("a note of another length");
            }
            return copy;
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("a damaged note", e);
        } finally {
            inflater.end();
        }
    }
}
