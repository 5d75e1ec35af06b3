package org.bipj.mpi.io;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.type.External32;

/**
 * The data that a rank sees in a file (MPI 4.1 section 14.3): a file type, again and again from a displacement on.
 *
 * <pre>
 *   file      |  disp  |##..##......|##..##......|##..##......      # data of the view, . holes
 *                      |   tile 0   |   tile 1   |   tile 2
 *   stream             |####        |####        |####              positions count these bytes, without the holes
 * </pre>
 */
final class View {
    private final long disp;
    private final long etypeSize;
    private final TypeLayout tile;
    private final boolean empty;
    private final boolean portable;
    private final boolean ascending;

    /** A view; a file type without data stands for an empty view, through which nothing is accessed. */
    private View(long disp, long etypeSize, TypeLayout filetype, boolean portable) {
        this.disp = disp;
        this.etypeSize = etypeSize;
        empty = filetype.size() == 0;
        tile = empty ? TypeLayout.BYTE : filetype;
        this.portable = portable;
        this.ascending = tile.extent() >= tile.trueUb() - tile.trueLb();
    }

    /** All bytes of the file: what a rank sees at first. */
    static View ofBytes() {
        return new View(0, 1, TypeLayout.BYTE, false);
    }

    /**
     * A view.
     *
     * @param disp byte of the file at which the first tile has its origin
     * @param writable true if data will be written through it
     */
    static View of(long disp, TypeLayout etype, TypeLayout filetype, String datarep, boolean writable) {
        if (disp < 0) {
            throw new EngineException(FileErrors.DISP, "the displacement is " + disp + "; expected 0 or more");
        }
        if (datarep == null || !Representations.NAMES.contains(datarep)) {
            throw new EngineException(
                    FileErrors.UNSUPPORTED_DATAREP,
                    "the data representation is " + datarep
                            + "; expected native, internal, external32 or a name of MPI.registerDatarep");
        }
        if (etype.size() == 0 || filetype.size() % etype.size() != 0) {
            throw badType("the etype has " + etype.size() + " bytes of data and the file type " + filetype.size()
                    + "; expected a file type made of whole etypes");
        }
        if (filetype.size() > 0) {
            checkOrder(filetype, writable);
        }
        boolean portable = External32.NAME.equals(datarep);
        if (portable) {
            Transfer.checkPortable("etype", etype, etype.size());
            Transfer.checkPortable("file type", filetype, filetype.size());
        }
        return new View(disp, etype.size(), filetype, portable);
    }

    private static void checkOrder(TypeLayout filetype, boolean writable) {
        if (filetype.trueLb() < 0 || filetype.extent() <= 0) {
            throw badType("the file type has data from byte " + filetype.trueLb() + " on and an extent of "
                    + filetype.extent() + " bytes; expected data from 0 on, and an extent above 0");
        }
        for (int run = 1; run < filetype.runs(); run++) {
            long before = filetype.runOffset(run - 1);
            if (filetype.runOffset(run) < before) {
                throw badType("the file type has data at byte " + filetype.runOffset(run) + " behind data at byte "
                        + before + "; expected displacements that do not decrease");
            }
            if (writable && filetype.runOffset(run) < before + filetype.runLength(run - 1)) {
                throw badType("the file type has byte " + filetype.runOffset(run)
                        + " twice; expected data that do not overlap in a file that is open for writing");
            }
        }
    }

    private static EngineException badType(String what) {
        return new EngineException(ErrorClass.TYPE, what);
    }

    /** Bytes of data in an etype, in which offsets are counted. */
    long etypeSize() {
        return etypeSize;
    }

    /** True if the file type has no data: this rank sees nothing of the file. */
    boolean isEmpty() {
        return empty;
    }

    /** True if data are big-endian in the file. */
    boolean isPortable() {
        return portable;
    }

    /** True if later positions are always further back in the file. */
    boolean isAscending() {
        return ascending;
    }

    /** The position of an etype in the data of the view, in bytes. */
    long position(long etypes) {
        if (etypes < 0 || etypes > Long.MAX_VALUE / etypeSize) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "the offset is " + etypes + " etypes of " + etypeSize + " bytes; expected 0 to "
                            + Long.MAX_VALUE / etypeSize);
        }
        return etypes * etypeSize;
    }

    /** The position of an etype from which that many bytes are accessed; an error beyond the largest file. */
    long range(long etypes, long bytes) {
        long from = position(etypes);
        if (from > Long.MAX_VALUE - bytes) {
            throw beyond(from);
        }
        cursor(from + bytes);
        return from;
    }

    /** Byte of the file at which the data at a position are; the displacement in an empty view. */
    long offsetOf(long position) {
        return empty ? disp : cursor(position).offset();
    }

    /** Creates a cursor at a position in the data of the view. */
    Cursor cursor(long position) {
        try {
            return new Cursor(position);
        } catch (ArithmeticException e) {
            throw beyond(position);
        }
    }

    private static EngineException beyond(long position) {
        return new EngineException(
                ErrorClass.ARG,
                "data from byte " + position + " of the view on are beyond the last possible byte of a file, 2^63 - 1");
    }

    /** Number of separate pieces of the file that hold that many bytes from a position on. */
    long pieces(long position, long bytes) {
        if (bytes == 0 || tile.isDense()) {
            return Math.min(bytes, 1);
        }
        long last = position + bytes - 1;
        return (last / tile.size() - position / tile.size()) * tile.runs()
                + tile.runAt(last % tile.size())
                - tile.runAt(position % tile.size())
                + 1;
    }

    /** The position behind the last data that lie before a byte of the file. */
    long endBefore(long offset) {
        long within = offset - disp - tile.trueLb();
        if (within <= 0 || empty) {
            return 0;
        } else if (tile.isDense()) {
            return within;
        }
        long lastTile = (within - 1) / tile.extent();
        long limit = offset - disp - lastTile * tile.extent();
        int run = tile.runs() - 1;
        while (tile.runOffset(run) >= limit) {
            run--;
        }
        return lastTile * tile.size() + tile.runStart(run) + Math.min(tile.runLength(run), limit - tile.runOffset(run));
    }

    /** A place in the view that moves on. */
    final class Cursor {
        private long origin;
        private int run;
        private long within;

        private Cursor(long position) {
            if (tile.isDense()) {
                origin = Math.addExact(disp, position);
                return;
            }
            origin = Math.addExact(disp, Math.multiplyExact(position / tile.size(), tile.extent()));
            Math.addExact(origin, tile.trueUb());
            run = tile.runAt(position % tile.size());
            within = position % tile.size() - tile.runStart(run);
        }

        /** The offset in the file of the cursor's next byte. */
        long offset() {
            return tile.isDense() ? origin : origin + tile.runOffset(run) + within;
        }

        /** Bytes of data that follow each other in the file from here on. */
        long length() {
            return tile.isDense() ? Long.MAX_VALUE - origin : tile.runLength(run) - within;
        }

        /** Moves on within the bytes of {@link #length}. */
        void advance(long bytes) {
            if (tile.isDense()) {
                origin += bytes;
                return;
            }
            within += bytes;
            if (within == tile.runLength(run)) {
                within = 0;
                run++;
                if (run == tile.runs()) {
                    run = 0;
                    origin += tile.extent();
                }
            }
        }
    }
}
