package org.bipj.shm.link;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.core.job.family.NameFiles;
import org.bipj.core.job.family.NameKeeper;
import org.bipj.core.job.family.NameKeeping;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

/**
 * The names that a rank has published, noted in memory of its session, {@code name-R-N}: who ends the session takes them back, also those
 * of a rank that was killed.
 */
public final class SessionNames implements NameKeeping {
    private static final String PREFIX = "name-";
    /** Enough for the longest path. */
    private static final int BYTES = 8 << 10;

    private final Store store;
    private final int rank;
    private final NameKeeper keeper;
    private final AtomicInteger made = new AtomicInteger();
    /** The notes, by file. */
    private final Map<Path, String> notes = new ConcurrentHashMap<>();

    /**
     * Of a rank that has published none.
     *
     * @param keeper who holds the session
     */
    public SessionNames(Store store, int rank, NameKeeper keeper) {
        this.store = store;
        this.rank = rank;
        this.keeper = keeper;
    }

    @Override
    public NameKeeper keeper() {
        return keeper;
    }

    @Override
    public void published(Path file, String token) {
        String note = PREFIX + rank + "-" + made.getAndIncrement();
        Mapping memory = store.create(note, BYTES);
        new Mailbox(memory.memory()).write(token + " " + file, Mailbox.POSTED);
        memory.close();
        String before = notes.put(file, note);
        if (before != null) {
            store.remove(before);
        }
    }

    @Override
    public void unpublished(Path file) {
        String note = notes.remove(file);
        if (note != null) {
            store.remove(note);
        }
    }

    /** The session ends: takes back what its ranks have published. */
    public static void withdrawAll(Store store) {
        for (String note : store.names(PREFIX)) {
            try {
                Mapping memory = store.open(note);
                String[] words = memory.memory().byteSize() == BYTES
                        ? new Mailbox(memory.memory()).text().split(" ", 2)
                        : new String[0];
                memory.close();
                if (words.length == 2) {
                    NameFiles.withdraw(Path.of(words[1]), words[0]);
                }
            } catch (PortException e) {
                // It was taken back just now.
                System.getLogger(SessionNames.class.getName()).log(System.Logger.Level.DEBUG, "a name has gone", e);
            }
        }
    }
}
