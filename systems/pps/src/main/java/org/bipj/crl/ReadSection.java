package org.bipj.crl;

import java.lang.foreign.MemorySegment;

/** A read section: no rank writes the region meanwhile. */
public final class ReadSection extends Section {
    private final MemorySegment readOnly;

    ReadSection(Region region, MemorySegment memory) {
        super(region, memory);
        readOnly = memory.asReadOnly();
    }

    @Override
    CrlException outside() {
        return region.fail(region + " is read outside a read section; expected startRead() before");
    }

    /** The region's data, read only; valid in this section only. */
    @Override
    public MemorySegment segment() {
        at(0, 0);
        return readOnly;
    }

    /** Ends the section, as {@link Region#endRead} does; if it has ended, does nothing. */
    @Override
    public void close() {
        if (open) {
            region.endRead();
        }
    }
}
