package org.bipj.net.pmi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.core.machine.HostSystem;

/** A socket that the launcher has left open in this process, by its number. Java has no way to it but system calls. */
final class DescriptorStream implements ByteStream {
    private static final int ROOM = 8192;

    private final int descriptor;
    private final SystemCalls calls = SystemCalls.get();

    /**
     * Takes the socket.
     *
     * @throws IOException if there is no socket of that number, as in a program that a rank has started
     */
    DescriptorStream(int descriptor) throws IOException {
        this.descriptor = descriptor;
        Path link = HostSystem.file("/proc/self/fd/" + descriptor);
        if (Files.isDirectory(link.getParent())
                && !(Files.isSymbolicLink(link)
                        && Files.readSymbolicLink(link).toString().startsWith("socket:"))) {
            throw new IOException("it is no open socket of this process; a program that a rank has started is no rank");
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
            for (long done = 0; done < bytes.length; ) {
                done += calls.write(descriptor, memory.asSlice(done));
            }
        }
    }

    @Override
    public int read(byte[] into, int from, int timeoutMs) throws IOException {
        if (!calls.isReadable(descriptor, timeoutMs)) {
            return 0;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(Math.min(ROOM, into.length - from));
            int read = calls.read(descriptor, memory);
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, 0, into, from, read);
            return read == 0 ? -1 : read;
        }
    }

    /** The number may be another file's as soon as it is closed: it stays open until the process ends. */
    @Override
    public void close() {}
}
