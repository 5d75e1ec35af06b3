package org.bipj.shm.board;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.bipj.core.nic.PortException;
import org.bipj.core.runtime.Client;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;

/**
 * The launcher's access to the board of a job of processes: by reads of the file, which see what ranks store into their
 * mappings of it. A mapping with its access handles would add a third to the launcher's start-up time.
 */
public final class BoardFile implements BoardView, AutoCloseable {
    /** Name of the board in its session. */
    public static final String NAME = "board";

    /** No system has process ids above this one (PID_MAX_LIMIT of Linux). */
    private static final long PID_MAX = 1 << 22;

    private final Path path;
    private final FileChannel channel;
    private final int ranks;

    private BoardFile(Path path, FileChannel channel, int ranks) {
        this.path = path;
        this.channel = channel;
        this.ranks = ranks;
    }

    /** As {@link #create(OwnDirectory, int, boolean, long)}, of a job on this host alone, which is the only one of its launcher. */
    public static BoardFile create(OwnDirectory directory, int ranks) {
        return create(directory, ranks, false, 0);
    }

    /**
     * Makes the board of a new job, its blocks reserved.
     *
     * @param several true for a job with ranks on other hosts, too
     * @param family number of the job's family
     * @throws PortException if the file system has no room for it
     */
    public static BoardFile create(OwnDirectory directory, int ranks, boolean several, long family) {
        int bytes = Math.toIntExact(Board.bytes(ranks));
        FileChannel channel = null;
        try {
            channel = directory.create(NAME);
            ByteBuffer image = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
            image.putLong(0, Board.MAGIC).putInt(8, Board.VERSION).putInt(12, ranks);
            image.putLong(16, Board.strideOf(ranks)).putInt(Board.HOSTS, several ? 1 : 0);
            image.putInt(Board.SERVED, 1).putLong(Board.FAMILY, family);
            while (image.hasRemaining()) {
                channel.write(image, image.position());
            }
            return new BoardFile(directory.path().resolve(NAME), channel, ranks);
        } catch (IOException e) {
            closeQuietly(channel);
            throw new PortException(SessionFileErrors.cannotMake(directory, NAME, bytes, e), e);
        }
    }

    /**
     * Opens the board of a job of others, to read it.
     *
     * @param ranks that the job has on this host
     * @throws PortException if it is of another version, or damaged
     */
    public static BoardFile open(OwnDirectory directory, int ranks) throws IOException {
        BoardFile file = new BoardFile(directory.path().resolve(NAME), directory.openFile(NAME), ranks);
        ByteBuffer header = file.readAt(0, Board.HEADER);
        if (header.hasRemaining()
                || header.getLong(0) != Board.MAGIC
                || header.getInt(8) != Board.VERSION
                || header.getInt(12) != ranks) {
            file.close();
            throw new PortException("the board " + file.path + " is of another version of the library, or damaged");
        }
        return file;
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
        try {
            ByteBuffer buffer = readNow(rank, at, bytes);
            if (buffer.hasRemaining()) {
                throw damaged("it was cut short to " + channel.size() + " bytes");
            }
            return buffer.flip();
        } catch (IOException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    private ByteBuffer readNow(int rank, int at, int bytes) throws IOException {
        return readAt(Board.HEADER + rank * Board.strideOf(ranks) + at, bytes);
    }

    private ByteBuffer readAt(long from, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = channel.read(buffer, from + buffer.position());
        }
        return buffer;
    }

    private PortException damaged(String how) {
        return new PortException("the session's board " + path + " was damaged while the job ran: " + how);
    }

    @Override
    public int ranks() {
        return ranks;
    }

    /**
     * {@inheritDoc}
     *
     * @throws PortException if the board says nothing that a rank can have written; the message names the file
     */
    @Override
    public int state(int rank) {
        int state = read(rank, 0, Integer.BYTES).getInt();
        if (state < Board.ABSENT || state > Board.DEAD) {
            throw damaged("rank " + rank + " has state " + state);
        }
        return state;
    }

    /**
     * {@inheritDoc}
     *
     * @throws PortException if there is no such client; the message names the file
     */
    @Override
    public int opened(int rank) {
        int client = read(rank, Board.OPENED, Integer.BYTES).getInt();
        if (client < 0 || client > Client.SESSION) {
            throw damaged("rank " + rank + " has opened client " + client);
        }
        return client;
    }

    @Override
    public boolean isDormant(int rank) {
        return read(rank, Board.DORMANT, Integer.BYTES).getInt() != 0;
    }

    /** {@inheritDoc} Also 0 if the board is damaged, because code that ends a job calls this and must not fail. */
    @Override
    public long pid(int rank) {
        try {
            ByteBuffer buffer = readNow(rank, Board.PID, Long.BYTES);
            long pid = buffer.hasRemaining() ? 0 : buffer.getLong(0);
            return pid > 0 && pid <= PID_MAX ? pid : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /**
     * Number of ranks that wait only for the end of all, or are dead.
     *
     * @throws PortException if the board was cut short
     */
    public int left() {
        if (header(Board.SURVIVES) == 0) {
            return header(Board.LEFT);
        }
        int left = 0;
        for (int rank = 0; rank < ranks; rank++) {
            boolean hasLeft = read(rank, Board.HAS_LEFT, Integer.BYTES).getInt() != 0;
            left += hasLeft || state(rank) == Board.DEAD ? 1 : 0;
        }
        return left;
    }

    @Override
    public int asked() {
        return header(Board.ASKED);
    }

    private int header(int at) {
        try {
            ByteBuffer buffer = readAt(at, Integer.BYTES);
            if (!buffer.hasRemaining()) {
                return buffer.getInt(0);
            }
        } catch (IOException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
        throw damaged("it was cut short");
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

    /** Says the number of the job among those of its launcher; before its ranks start. */
    public void setJob(int number) {
        setHeader(Board.JOB, number);
    }

    /** The job goes on when a rank dies; before its ranks start. */
    public void surviveDeaths() {
        setHeader(Board.SURVIVES, 1);
    }

    private void setHeader(int at, int number) {
        ByteBuffer word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.nativeOrder());
        try {
            channel.write(word.putInt(0, number), at);
        } catch (IOException e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The board itself, mapped: for what the launcher writes there while the job runs. It is unmapped when no thread uses it
     * any more.
     *
     * @throws PortException if it cannot be mapped, or has been damaged
     */
    public Board map() {
        try {
            return Board.attach(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), Arena.ofAuto()), ranks);
        } catch (IOException | InternalError e) {
            throw damaged(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        closeQuietly(channel);
    }
}
