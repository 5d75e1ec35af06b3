package org.bipj.net.tcp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.bipj.net.remote.JobSecret;

/**
 * The jobs that a rank is connected with over TCP, and the doors through which others meet it. The rank's thread changes them; its {@link
 * Connector} reads them.
 */
public final class OtherJobs {
    /** Bytes by which a job or a door is named in handshakes. */
    static final int NAME = 16;

    private static final String ORDER = "both";

    private final String ownId;
    private final byte[] own;
    private final byte[] ownSecret;
    private final List<OtherJob> all = new CopyOnWriteArrayList<>();
    /** The first numbers of jobs that the rank is not connected with any more. */
    private final Set<Integer> parted = ConcurrentHashMap.newKeySet();

    private final Map<String, TcpDoor> doors = new ConcurrentHashMap<>();

    /**
     * None so far.
     *
     * @param ownId the own job's name
     * @param ownSecret of the own job, which those know that are connected with it
     */
    public OtherJobs(String ownId, byte[] ownSecret) {
        this.ownId = ownId;
        this.own = nameOf(ownId);
        this.ownSecret = ownSecret.clone();
    }

    /** Of a rank that cannot connect with others. */
    static OtherJobs none() {
        return new OtherJobs("", new byte[] {0});
    }

    /** What another job has said of itself. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    public record Introduction(String address, int ranks, byte[] secret) {}

    /**
     * A job that the rank is connected with.
     *
     * @param first the number of its rank 0
     * @param secret of the own job and this one together
     * @param isAfter true if ranks of the own job come before its ranks
     * @param addresses by rank
     */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
    record OtherJob(
            String id,
            byte[] name,
            int first,
            int ranks,
            JobSecret secret,
            boolean isAfter,
            Map<Integer, String> addresses) {
        boolean has(int number) {
            return number >= first && number < first + ranks;
        }
    }

    /** The name of a job in handshakes. */
    static byte[] nameOf(String id) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(digest, NAME);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("each Java platform has SHA-256", e);
        }
    }

    byte[] ownName() {
        return own.clone();
    }

    /** Adds a job, whose ranks have numbers from {@code first} on. */
    void add(Introduction job, int first, Map<Integer, String> addresses) {
        boolean isAfter = ownId.compareTo(job.address()) < 0;
        byte[] low = isAfter ? ownSecret : job.secret();
        byte[] high = isAfter ? job.secret() : ownSecret;
        JobSecret both = new JobSecret(new JobSecret(low).proof(ORDER, high));
        all.add(new OtherJob(
                job.address(),
                nameOf(job.address()),
                first,
                job.ranks(),
                both,
                isAfter,
                new ConcurrentHashMap<>(addresses)));
    }

    /** What is known of where ranks of a job listen has grown. */
    void learn(int first, Map<Integer, String> addresses) {
        OtherJob job = of(first);
        if (job != null) {
            job.addresses.putAll(addresses);
        }
    }

    void remove(int first) {
        all.removeIf(job -> job.first == first);
        part(first, false);
    }

    /** The rank is not connected any more with a job, whose connections stay; or it is again. */
    void part(int first, boolean on) {
        boolean ignored = on ? parted.add(first) : parted.remove(first);
    }

    /** True for the number of a process of such a job. */
    boolean hasParted(int number) {
        OtherJob job = of(number);
        return job != null && parted.contains(job.first);
    }

    /** The job of a rank with this number; null if that is of the own one, or of none. */
    OtherJob of(int number) {
        for (OtherJob job : all) {
            if (job.has(number)) {
                return job;
            }
        }
        return null;
    }

    /** The job of this name; null if the rank is not connected with it. */
    OtherJob named(byte[] name) {
        // The last one: a job that was forgotten and met again has other numbers.
        OtherJob found = null;
        for (OtherJob job : all) {
            found = Arrays.equals(job.name, name) ? job : found;
        }
        return found;
    }

    void open(byte[] name, TcpDoor door) {
        doors.put(HexFormat.of().formatHex(name), door);
    }

    void close(byte[] name) {
        doors.remove(HexFormat.of().formatHex(name));
    }

    /** The door of this name; null if there is none. */
    TcpDoor door(byte[] name) {
        return doors.get(HexFormat.of().formatHex(name));
    }
}
