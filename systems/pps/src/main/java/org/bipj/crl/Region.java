package org.bipj.crl;

import java.lang.foreign.MemorySegment;
import org.bipj.crl.protocol.Copy;
import org.bipj.crl.protocol.HomeCopy;
import org.bipj.crl.protocol.Outlet;
import org.bipj.crl.protocol.RemoteCopy;
import org.bipj.crl.protocol.Requests;

/**
 * A region as a rank sees it: memory of a fixed length that all ranks share. A rank reads it in read sections and writes it in
 * write sections. A write section sees what the last one before has written, and excludes all others; read sections see what
 * the last write section before them has written.
 *
 * <pre>{@code
 * try (WriteSection w = region.startWrite()) {
 *     w.putDouble(8, 2 * w.getDouble(0));
 * }
 * ReadSection r = region.startRead();        the same without try
 * double value = r.getDouble(8);
 * region.endRead();
 * }</pre>
 *
 * <p>A rank may be in sections of several regions at a time, and in one section of each region. Ranks that wait for each
 * other's sections are reported as a deadlock: sections of several regions are to be started in the same order on all ranks.
 */
public final class Region {
    /** The rank's CRL, as its regions know it. */
    interface Owner {
        int rank();

        /** Where the messages of a copy go. */
        Outlet outlet();

        void startRead(Region region);

        void startWrite(Region region);

        /** Ends a section. */
        void end(Region region);

        void flush(Region region);

        void unmap(Region region);
    }

    private final Owner owner;
    final long id;
    final Copy copy;
    final MemorySegment memory;
    private final int length;
    private final ReadSection reading;
    private final WriteSection writing;

    /** How many times the rank has mapped it and not unmapped it. */
    int mapped;
    /** Links of the list in {@link UnmappedRegions}. */
    Region older;

    Region newer;

    /** A region of this rank; null requests: of another one. */
    Region(Owner owner, long id, int length, Requests requests) {
        this.owner = owner;
        this.id = id;
        this.length = length;
        // Of longs, so that all values are aligned as in memory of the network.
        long[] words = new long[(int) ((length + 7L) / Long.BYTES)];
        memory = MemorySegment.ofArray(words).asSlice(0, length);
        reading = new ReadSection(this, memory);
        writing = new WriteSection(this, memory);
        copy = requests != null
                ? new HomeCopy(owner.outlet(), this, owner.rank(), requests)
                : new RemoteCopy(owner.outlet(), this, homeOf(id));
    }

    static long id(int home, int number) {
        return (long) home << Integer.SIZE | number;
    }

    static int homeOf(long id) {
        return (int) (id >>> Integer.SIZE);
    }

    static int numberOf(long id) {
        return (int) id;
    }

    static String name(long id) {
        return "region " + homeOf(id) + ":" + numberOf(id);
    }

    /** Its number, the same on all ranks, by which other ranks {@linkplain Crl#map map} it. */
    public long id() {
        return id;
    }

    /** The rank that has created the region, and answers requests for it. */
    public int home() {
        return homeOf(id);
    }

    /** The region's size in bytes. */
    public int length() {
        return length;
    }

    /**
     * Begins a read section. Waits until there is a valid copy and no other rank writes; runs upcalls of LCI meanwhile.
     *
     * @return a view of the data; the same object at each call
     * @throws CrlException if the region is not mapped, or in a section
     */
    public ReadSection startRead() {
        owner.startRead(this);
        reading.open = true;
        return reading;
    }

    /**
     * Ends a read section.
     *
     * @throws CrlException if the region is in no read section
     */
    public void endRead() {
        if (!reading.open) {
            throw fail("endRead() of " + this + ", which is in " + sectionName() + "; expected startRead() before");
        }
        reading.open = false;
        owner.end(this);
    }

    /**
     * Begins a write section. Waits until no other rank reads or writes; runs upcalls of LCI meanwhile.
     *
     * @return a view of the data; the same object at each call
     * @throws CrlException if the region is not mapped, or in a section
     */
    public WriteSection startWrite() {
        owner.startWrite(this);
        writing.open = true;
        return writing;
    }

    /**
     * Ends a write section.
     *
     * @throws CrlException if the region is in no write section
     */
    public void endWrite() {
        if (!writing.open) {
            throw fail("endWrite() of " + this + ", which is in " + sectionName() + "; expected startWrite() before");
        }
        writing.open = false;
        owner.end(this);
    }

    /**
     * Gives this rank's copy back to the home, so that other ranks need not invalidate it. Does nothing at the home.
     *
     * @throws CrlException if the region is not mapped, or in a section
     */
    public void flush() {
        owner.flush(this);
    }

    /**
     * Ends what one {@link Crl#map} or {@link Crl#create} began. The copy stays in the cache of unmapped regions.
     *
     * @throws CrlException if the region is not mapped, or in a section
     */
    public void unmap() {
        owner.unmap(this);
    }

    boolean isHome() {
        return copy instanceof HomeCopy;
    }

    private String sectionName() {
        return switch (copy.section()) {
            case NONE -> "no section";
            case READ -> "a read section";
            case WRITE -> "a write section";
        };
    }

    void checkUsable(String call) {
        if (mapped == 0) {
            throw fail(call + " of " + this + ", which is not mapped; expected map() before");
        }
        if (copy.section() != Copy.Section.NONE) {
            throw fail(call + " of " + this + ", which is in " + sectionName() + "; expected its end before");
        }
    }

    CrlException fail(String message) {
        return new CrlException(owner.rank(), message);
    }

    /** The name in messages: {@code region HOME:NUMBER}. */
    @Override
    public String toString() {
        return name(id);
    }
}
