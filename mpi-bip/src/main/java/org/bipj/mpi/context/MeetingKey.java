package org.bipj.mpi.context;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.bipj.mpi.engine.ProcessNames;

/**
 * What tells the agreements of ranks apart that have no communicator in common: half of the SHA-256 of what it is for, the tag and the
 * groups. All members find the same one, and no two agreements of a job have the same.
 */
record MeetingKey(long high, long low) {
    /**
     * The key of an agreement.
     *
     * @param kind what is agreed on
     * @param tag any text
     * @param groups processes in order
     */
    static MeetingKey of(String kind, String tag, ProcessNames processes, int[]... groups) {
        MessageDigest digest = sha256();
        add(digest, kind.getBytes(StandardCharsets.UTF_8));
        add(digest, tag.getBytes(StandardCharsets.UTF_16BE));
        boolean areOfWorld = Arrays.stream(groups).allMatch(processes::areOfWorld);
        for (int[] group : groups) {
            if (!areOfWorld) {
                add(digest, processes.text(group).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            ByteBuffer ranks = ByteBuffer.allocate(Integer.BYTES * group.length);
            ranks.asIntBuffer().put(group);
            add(digest, ranks.array());
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new MeetingKey(hash.getLong(), hash.getLong());
    }

    /** With its length, so that no two lists of parts are the same bytes. */
    private static void add(MessageDigest digest, byte[] part) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).array());
        digest.update(part);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("each Java platform has SHA-256", e);
        }
    }

    /** A number of 62 bits by which all ranks order agreements alike. */
    long order() {
        return high >>> 2;
    }
}
