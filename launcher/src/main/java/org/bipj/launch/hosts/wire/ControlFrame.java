package org.bipj.launch.hosts.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A unit that one end of a link sends to the other.
 *
 * <pre>
 *   0   magic (2)  version (1)  kind (1)
 *   4   host (4)
 *   8   job (4)
 *   12  length of the body (4)
 *   16  CRC-32C of the bytes before and of the body (4)
 *   20  body
 * </pre>
 *
 * @param kind says what the body holds
 * @param hostIndex the host that a frame comes from on its way up, or goes to on its way down
 * @param job the job that it concerns, by its number among those of mpirun
 * @param body at most {@link #LONGEST} bytes
 */
public record ControlFrame(FrameKind kind, int hostIndex, int job, byte[] body) {
    /** As a receiver: all hosts. As a sender: mpirun. */
    public static final int ALL = -1;

    /** The version of the protocol, which both ends of a link must have. */
    public static final int VERSION = 9;

    /** The most bytes in the body of a frame. */
    public static final int LONGEST = 16 << 20;

    private static final short MAGIC = (short) 0xB17F;
    private static final int HEAD = 20;
    private static final int CHECKED = 16;
    private static final FrameKind[] KINDS = FrameKind.values();

    /** A frame of the first job whose body consists of these fields. */
    public static ControlFrame of(FrameKind kind, int hostIndex, Packer body) {
        return new ControlFrame(kind, hostIndex, 0, body.bytes());
    }

    /** A frame of the first job that says all by its kind. */
    public static ControlFrame of(FrameKind kind, int hostIndex) {
        return new ControlFrame(kind, hostIndex, 0, new byte[0]);
    }

    /** The same for another job. */
    public ControlFrame ofJob(int number) {
        return number == job ? this : new ControlFrame(kind, hostIndex, number, body);
    }

    /** The same for another host. */
    public ControlFrame toHost(int index) {
        return new ControlFrame(kind, index, job, body);
    }

    /** Reads the fields of the body. */
    public Unpacker fields() {
        return new Unpacker(kind, body);
    }

    /** Writes it; the stream has to be flushed. */
    void write(OutputStream out) throws IOException {
        if (body.length > LONGEST) {
            throw new IOException(kind + " of " + body.length + " bytes, expected at most " + LONGEST);
        }
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        head.putShort(MAGIC)
                .put((byte) VERSION)
                .put((byte) kind.ordinal())
                .putInt(hostIndex)
                .putInt(job)
                .putInt(body.length);
        head.putInt(crc(head.array(), body));
        out.write(head.array());
        out.write(body);
    }

    /**
     * Reads the next one.
     *
     * @throws EOFException at the end of the stream, also inside a frame
     * @throws IOException if what was read is no frame of this version; the message says what is wrong
     */
    static ControlFrame read(DataInputStream in) throws IOException {
        byte[] bytes = new byte[HEAD];
        in.readFully(bytes);
        ByteBuffer head = ByteBuffer.wrap(bytes);
        if (head.getShort() != MAGIC) {
            throw new IOException("damaged frame: no magic number");
        }
        int version = head.get();
        if (version != VERSION) {
            throw new IOException("version " + version + " of the launcher's protocol, expected " + VERSION);
        }
        int kind = head.get();
        int hostIndex = head.getInt();
        int job = head.getInt();
        int length = head.getInt();
        if (kind < 0 || kind >= KINDS.length || hostIndex < ALL || job < 0 || length < 0 || length > LONGEST) {
            throw new IOException("damaged frame: kind " + kind + ", host " + hostIndex + ", " + length + " bytes");
        }
        byte[] body = new byte[length];
        in.readFully(body);
        if (head.getInt() != crc(bytes, body)) {
            throw new IOException("damaged frame: " + KINDS[kind] + " with a wrong checksum");
        }
        return new ControlFrame(KINDS[kind], hostIndex, job, body);
    }

    private static int crc(byte[] head, byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(head, 0, CHECKED);
        crc.update(body, 0, body.length);
        return (int) crc.getValue();
    }
}
