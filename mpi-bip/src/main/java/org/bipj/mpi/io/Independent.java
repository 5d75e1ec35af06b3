package org.bipj.mpi.io;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.bipj.mpi.type.External32;
import org.jspecify.annotations.Nullable;

/** Accesses of one rank by itself: each piece of the file that belongs to the view is read or written where it is. */
final class Independent {
    /** Bytes that pass through scratch memory at once; a multiple of every value's length. */
    static final int CHUNK = 1 << 20;

    private static final int LARGEST_BUFFER = 1 << 30;

    private final Disk disk;

    Independent(Disk disk) {
        this.disk = disk;
    }

    /** Reads or writes from a position on; returns the bytes moved: fewer than asked for where the file ends. */
    long run(View view, long position, Transfer transfer) {
        MemorySegment memory = view.isPortable() ? null : transfer.memory();
        View.Cursor cursor = view.cursor(position);
        if (memory != null) {
            return direct(cursor, memory, transfer);
        }
        External32 conversion = view.isPortable() ? transfer.conversion() : null;
        Scratch scratch = Scratch.of(CHUNK);
        try {
            return transfer.isWrite()
                    ? write(cursor, transfer, scratch, conversion)
                    : read(cursor, transfer, scratch, conversion);
        } finally {
            scratch.giveBack();
        }
    }

    /** Between the file and the user's memory, with nothing between. */
    private long direct(View.Cursor cursor, MemorySegment memory, Transfer transfer) {
        long done = 0;
        while (done < transfer.bytes()) {
            long n = Math.min(Math.min(cursor.length(), transfer.bytes() - done), LARGEST_BUFFER);
            ByteBuffer piece = memory.asSlice(done, n).asByteBuffer();
            long moved = move(transfer.isWrite(), piece, cursor.offset());
            done += moved;
            if (moved < n) {
                return done;
            }
            cursor.advance(n);
        }
        return done;
    }

    private long move(boolean write, ByteBuffer piece, long offset) {
        if (!write) {
            return disk.read(piece, offset);
        }
        int n = piece.remaining();
        disk.write(piece, offset);
        return n;
    }

    private long write(View.Cursor cursor, Transfer transfer, Scratch scratch, @Nullable External32 conversion) {
        for (long done = 0; done < transfer.bytes(); done += CHUNK) {
            int n = (int) Math.min(CHUNK, transfer.bytes() - done);
            transfer.payload().copyOut(done, scratch.segment(), 0, n);
            convert(conversion, scratch, n);
            pieces(cursor, true, scratch, n);
        }
        return transfer.bytes();
    }

    private long read(View.Cursor cursor, Transfer transfer, Scratch scratch, @Nullable External32 conversion) {
        long done = 0;
        while (done < transfer.bytes()) {
            int n = (int) Math.min(CHUNK, transfer.bytes() - done);
            int got = pieces(cursor, false, scratch, n);
            convert(conversion, scratch, got);
            transfer.payload().copyIn(scratch.segment(), 0, done, got);
            done += got;
            if (got < n) {
                break;
            }
        }
        return done;
    }

    private static void convert(@Nullable External32 conversion, Scratch scratch, int bytes) {
        if (conversion != null) {
            conversion.convert(scratch.bytes(), bytes);
        }
    }

    /** Moves bytes between scratch memory and the pieces of the view, up to the end of the file; returns how many. */
    private int pieces(View.Cursor cursor, boolean write, Scratch scratch, int bytes) {
        int done = 0;
        while (done < bytes) {
            int n = (int) Math.min(cursor.length(), bytes - done);
            long moved = move(write, scratch.range(done, n), cursor.offset());
            done += (int) moved;
            if (moved < n) {
                break;
            }
            cursor.advance(n);
        }
        return done;
    }
}
