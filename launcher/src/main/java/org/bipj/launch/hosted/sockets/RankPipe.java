package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.spi.SelectorProvider;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.bipj.sim.ip.IpHost;

/** A pipe between threads of a rank. */
final class RankPipe extends Pipe {
    /** As on Linux. */
    private static final int CAPACITY = 1 << 16;

    private final IpHost host = RankHost.current();
    /** What was written and not read, from the position to the limit. */
    private final ByteBuffer data = ByteBuffer.allocate(CAPACITY).limit(0);

    private final Source source;
    private final Sink sink;

    RankPipe(SelectorProvider provider) throws IOException {
        source = new Source(provider);
        sink = new Sink(provider);
    }

    @Override
    public SourceChannel source() {
        return source;
    }

    @Override
    public SinkChannel sink() {
        return sink;
    }

    private int room() {
        return CAPACITY - data.remaining();
    }

    private static int move(ByteBuffer from, ByteBuffer into) {
        int count = Math.min(from.remaining(), into.remaining());
        into.put(from.slice(from.position(), count));
        from.position(from.position() + count);
        return count;
    }

    /** The end that reads. */
    private final class Source extends SourceChannel implements Selectable {
        private final ReentrantLock reading = JdkCopies.lock();

        Source(SelectorProvider provider) {
            super(provider);
        }

        private boolean isReadable() {
            return data.hasRemaining() || !sink.isOpen();
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            Objects.requireNonNull(into);
            reading.lock();
            try {
                if (!isOpen()) {
                    throw new ClosedChannelException();
                }
                host.systemCall();
                if (!into.hasRemaining()) {
                    return 0;
                }
                if (isBlocking() && !isReadable()) {
                    ChannelWaits.await(this, this::isReadable, "data of a Pipe");
                }
                ChannelWaits.checkInterrupt(this);
                int count = move(data, into);
                return count == 0 && !sink.isOpen() ? -1 : count;
            } finally {
                reading.unlock();
            }
        }

        @Override
        public long read(ByteBuffer[] into, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, into.length);
            long all = 0;
            for (int i = offset; i < offset + length && (all == 0 || data.hasRemaining()); i++) {
                int count = into[i].hasRemaining() ? read(into[i]) : 0;
                if (count < 0) {
                    return all > 0 ? all : count;
                }
                all += count;
            }
            return all;
        }

        @Override
        public long read(ByteBuffer[] into) throws IOException {
            return read(into, 0, into.length);
        }

        @Override
        public int readyOps() {
            return isReadable() ? SelectionKey.OP_READ : 0;
        }

        @Override
        protected void implCloseSelectableChannel() {
            // The other end sees it.
        }

        @Override
        protected void implConfigureBlocking(boolean block) {
            // Each call asks for the mode.
        }
    }

    /** The end that writes. */
    private final class Sink extends SinkChannel implements Selectable {
        private final ReentrantLock writing = JdkCopies.lock();

        Sink(SelectorProvider provider) {
            super(provider);
        }

        private boolean isWritable() {
            return room() > 0 || !source.isOpen();
        }

        @Override
        public int write(ByteBuffer from) throws IOException {
            Objects.requireNonNull(from);
            writing.lock();
            try {
                if (!isOpen()) {
                    throw new ClosedChannelException();
                }
                host.systemCall();
                ChannelWaits.checkInterrupt(this);
                int all = 0;
                do {
                    if (!source.isOpen()) {
                        throw new IOException("Broken pipe");
                    }
                    data.compact();
                    all += move(from, data);
                    data.flip();
                    if (!from.hasRemaining() || !isBlocking()) {
                        return all;
                    }
                    ChannelWaits.await(this, this::isWritable, "room in a Pipe");
                } while (true);
            } finally {
                writing.unlock();
            }
        }

        @Override
        public long write(ByteBuffer[] from, int offset, int length) throws IOException {
            return ChannelWaits.write(this, from, offset, length);
        }

        @Override
        public long write(ByteBuffer[] from) throws IOException {
            return write(from, 0, from.length);
        }

        @Override
        public int readyOps() {
            return isWritable() ? SelectionKey.OP_WRITE : 0;
        }

        @Override
        protected void implCloseSelectableChannel() {
            // The other end sees it.
        }

        @Override
        protected void implConfigureBlocking(boolean block) {
            // Each call asks for the mode.
        }
    }
}
