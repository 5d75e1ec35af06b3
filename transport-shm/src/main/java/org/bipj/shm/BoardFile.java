package org.bipj.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.bipj.core.nic.PortException;

/**
 * The launcher's access to the board of a job of processes: by reads of the file, which see what ranks store into their
 * mappings of it. A mapping with its access handles would add a third to the launcher's start-up time.
 */
final class BoardFile implements BoardView, AutoCloseable {
    /** Name of the board in its session. */
    static final String NAME = "board";

    private final FileChannel channel;
    private final int ranks;

    private BoardFile(FileChannel channel, int ranks) {
        this.channel = channel;
        this.ranks = ranks;
    }

    /**
     * Makes the board of a new job, its blocks reserved.
     *
     * @throws PortException if the file system has no room for it
     */
    static BoardFile create(Path directory, int ranks) {
        int bytes = Math.toIntExact(Board.bytes(ranks));
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    directory.resolve(NAME),
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                    SessionDirectory.OWNER_ONLY_FILE);
            ByteBuffer image = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
            image.putLong(0, Board.MAGIC).putInt(8, Board.VERSION).putInt(12, ranks);
            image.putLong(16, Board.strideOf(ranks));
            while (image.hasRemaining()) {
                channel.write(image, image.position());
            }
            return new BoardFile(channel, ranks);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new PortException(FileStore.noRoom(directory, NAME, bytes, e), e);
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The first error is the one to report.
        }
    }

    private ByteBuffer read(int rank, int at, int bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        long from = Board.HEADER + rank * Board.strideOf(ranks) + at;
        try {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, from + buffer.position()) < 0) {
                    throw new PortException("the session's board was cut short");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the session's board", e);
        }
        return buffer.flip();
    }

    @Override
    public int ranks() {
        return ranks;
    }

    @Override
    public int state(int rank) {
        return read(rank, 0, Integer.BYTES).getInt();
    }

    @Override
    public long pid(int rank) {
        return read(rank, Board.PID, Long.BYTES).getLong();
    }

    @Override
    public int exitCode(int rank) {
        return read(rank, Board.CODE, Integer.BYTES).getInt();
    }

    @Override
    public String reason(int rank) {
        int length = Math.clamp(read(rank, Board.REASON, Integer.BYTES).getInt(), 0, Board.REASON_MAX);
        return StandardCharsets.UTF_8
                .decode(read(rank, Board.REASON + Integer.BYTES, length))
                .toString();
    }

    /**
     * The board itself, mapped: for what the launcher writes there while the job runs. It is unmapped when nobody uses it
     * any more.
     *
     * @throws PortException if it cannot be mapped
     */
    Board map() {
        try {
            return Board.attach(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), Arena.ofAuto()), ranks);
        } catch (IOException e) {
            throw new PortException("cannot map the session's board: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
    }
}
