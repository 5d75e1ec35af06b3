package org.bipj.net.tcp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.bipj.net.remote.JobSecret;

/**
 * The identity of a rank towards ranks of other hosts, and the proof that it belongs to the job, or to one that is connected with the
 * called rank's. The messages of a handshake, numbers in network order:
 *
 * <pre>
 *   hello    caller   magic (8), protocol (1), byte order (1), 0 (2), size (4), caller's rank (4), called rank (4),
 *                     caller's job (16), called job (16), nonce (32), version of the library (32)
 *   answer   called   {@link Verdict} (4), version of the library (32), nonce (32), proof (32)
 *   proof    caller   proof (32)
 *   end      called   {@link Verdict} (4)
 * </pre>
 *
 * A proof is the HMAC-SHA256 of the role's name, the hello, and the answer up to its own proof: it thus binds the job, by
 * its secret and size, both ranks, their roles, versions and nonces. Between ranks of one job the names of jobs are 0. A caller that goes
 * to a {@link TcpDoor} has the rank -1, and the door is what it calls.
 */
final class Identity {
    static final int PROOF = 32;
    static final int HELLO = 120;
    static final int ANSWER = 100;
    static final int END = 4;

    static final String CALLER = "caller";
    static final String CALLED = "called";
    private static final String SESSION = "session";

    private static final long MAGIC = 0x4249504a_4e455400L;
    private static final byte PROTOCOL = 2;
    private static final int SIZE_AT = 12;
    private static final int CALLER_AT = 16;
    private static final int CALLED_AT = 20;
    private static final int JOB_AT = 24;
    private static final int CALLED_JOB_AT = JOB_AT + OtherJobs.NAME;
    private static final int NONCE = 32;
    private static final int VERSION = 32;
    /** The rank of whoever goes to a door. */
    private static final int GUEST = -1;

    private static final byte[] SAME_JOB = new byte[OtherJobs.NAME];

    private static final SecureRandom RANDOM = new SecureRandom();

    private final int rank;
    private final int size;
    private final String version;
    private final JobSecret secret;
    private final OtherJobs others;

    /**
     * A rank of a job.
     *
     * @param version of the library; empty where it is not known
     * @param secret the job's, 32 bytes
     */
    Identity(int rank, int size, String version, byte[] secret) {
        this(rank, size, version, secret, OtherJobs.none());
    }

    /** As {@link #Identity(int, int, String, byte[])}, of a rank that is connected with others. */
    Identity(int rank, int size, String version, byte[] secret, OtherJobs others) {
        this.rank = rank;
        this.size = size;
        this.version = version;
        this.secret = new JobSecret(secret);
        this.others = others;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    String version() {
        return version;
    }

    /** True if this rank's connection serves where it and a peer call each other. */
    boolean precedes(int peer) {
        OtherJobs.OtherJob job = others.of(peer);
        return job == null ? rank < peer : job.isAfter();
    }

    byte[] hello(int called) {
        OtherJobs.OtherJob job = others.of(called);
        return job == null
                ? hello(size, rank, called, SAME_JOB, SAME_JOB, version)
                : hello(size, rank, called - job.first(), others.ownName(), job.name(), version);
    }

    /** The hello of whoever goes to a door. */
    static byte[] helloToDoor(byte[] door, String version) {
        return hello(1, GUEST, GUEST, SAME_JOB, door, version);
    }

    private static byte[] hello(int size, int rank, int called, byte[] job, byte[] calledJob, String version) {
        return ByteBuffer.allocate(HELLO)
                .putLong(MAGIC)
                .put(PROTOCOL)
                .put(byteOrder())
                .putShort((short) 0)
                .putInt(size)
                .putInt(rank)
                .putInt(called)
                .put(job)
                .put(calledJob)
                .put(nonce())
                .put(padded(version))
                .array();
    }

    private static byte byteOrder() {
        return (byte) (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 2);
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    private static byte[] padded(String version) {
        return Arrays.copyOf(version.getBytes(StandardCharsets.UTF_8), VERSION);
    }

    private static String version(byte[] message, int at) {
        int end = at;
        while (end < at + VERSION && message[end] != 0) {
            end++;
        }
        // It is shown to users, and comes from a stranger so far.
        return new String(message, at, end - at, StandardCharsets.US_ASCII).replaceAll("[^ -~]", "?");
    }

    /** The number of the caller; negative if this rank knows it not, or it goes to a door. */
    int callerOf(byte[] hello) {
        int caller = ByteBuffer.wrap(hello).getInt(CALLER_AT);
        if (isToDoor(hello)) {
            return -1;
        }
        if (isOfSameJob(hello)) {
            return caller;
        }
        OtherJobs.OtherJob job = others.named(callersJob(hello));
        return job == null ? -1 : job.first() + caller;
    }

    /** The door that the caller goes to; null if it goes to none, or there is none of that name. */
    TcpDoor door(byte[] hello) {
        return isToDoor(hello) ? others.door(called(hello)) : null;
    }

    static boolean isToDoor(byte[] hello) {
        return ByteBuffer.wrap(hello).getInt(CALLER_AT) == GUEST;
    }

    private static boolean isOfSameJob(byte[] hello) {
        return Arrays.equals(SAME_JOB, called(hello));
    }

    private static byte[] callersJob(byte[] hello) {
        return Arrays.copyOfRange(hello, JOB_AT, CALLED_JOB_AT);
    }

    private static byte[] called(byte[] hello) {
        return Arrays.copyOfRange(hello, CALLED_JOB_AT, CALLED_JOB_AT + OtherJobs.NAME);
    }

    static String versionOfHello(byte[] hello) {
        return version(hello, HELLO - VERSION);
    }

    static String versionOfAnswer(byte[] answer) {
        return version(answer, 4);
    }

    /** The decision of a called rank about a hello, before any proof. */
    Verdict judge(byte[] hello) {
        ByteBuffer in = ByteBuffer.wrap(hello);
        if (in.getLong() != MAGIC) {
            return Verdict.STRANGER;
        }
        if (in.get() != PROTOCOL || in.get() != byteOrder()) {
            return Verdict.VERSION;
        }
        Verdict verdict = isToDoor(hello) ? judgeGuest(hello) : judgeRank(hello, in);
        String other = versionOfHello(hello);
        boolean same = version.isEmpty() || other.isEmpty() || other.equals(version);
        return verdict != Verdict.WELCOME || same ? verdict : Verdict.VERSION;
    }

    private Verdict judgeGuest(byte[] hello) {
        return others.door(called(hello)) == null ? Verdict.CLOSED : Verdict.WELCOME;
    }

    private Verdict judgeRank(byte[] hello, ByteBuffer in) {
        int caller = in.getInt(CALLER_AT);
        int ranks = size;
        if (!isOfSameJob(hello)) {
            if (!Arrays.equals(others.ownName(), called(hello))) {
                return Verdict.STRANGER;
            }
            OtherJobs.OtherJob job = others.named(callersJob(hello));
            if (job == null) {
                return Verdict.LATER;
            }
            ranks = job.ranks();
        } else if (caller == rank) {
            return Verdict.STRANGER;
        }
        boolean isRight = in.getInt(SIZE_AT) == ranks && caller >= 0 && caller < ranks && in.getInt(CALLED_AT) == rank;
        return isRight ? Verdict.WELCOME : Verdict.STRANGER;
    }

    /** The secret by which this rank, which is called, and the caller prove themselves. */
    private JobSecret secretFrom(byte[] hello) {
        TcpDoor door = door(hello);
        return door != null ? door.secret() : secretWith(callersJob(hello));
    }

    private JobSecret secretWith(byte[] jobOfOther) {
        OtherJobs.OtherJob job = Arrays.equals(SAME_JOB, jobOfOther) ? null : others.named(jobOfOther);
        return job == null ? secret : job.secret();
    }

    /** The answer to a hello; only one that is welcome gets a proof. */
    byte[] answer(byte[] hello, Verdict verdict) {
        ByteBuffer answer = ByteBuffer.allocate(ANSWER)
                .putInt(verdict.ordinal())
                .put(padded(version))
                .put(nonce());
        if (verdict == Verdict.WELCOME) {
            answer.put(proof(CALLED, hello, answer.array()));
        }
        return answer.array();
    }

    /** The proof of a role for a hello and its answer. */
    byte[] proof(String role, byte[] hello, byte[] answer) {
        return proof(role.equals(CALLED) ? secretFrom(hello) : secretWith(called(hello)), role, hello, answer);
    }

    /** As {@link #proof(String, byte[], byte[])}, by a secret. */
    static byte[] proof(JobSecret by, String role, byte[] hello, byte[] answer) {
        return by.proof(role, hello, Arrays.copyOf(answer, ANSWER - PROOF));
    }

    /** The key of what is exchanged at a door after a handshake. */
    static byte[] sessionKey(JobSecret by, byte[] hello, byte[] answer) {
        return by.proof(SESSION, hello, answer);
    }

    /** True if an answer carries the proof of the called role. */
    boolean isProven(byte[] hello, byte[] answer) {
        return isProven(secretWith(called(hello)), hello, answer);
    }

    /** As {@link #isProven(byte[], byte[])}, by a secret. */
    static boolean isProven(JobSecret by, byte[] hello, byte[] answer) {
        byte[] stated = Arrays.copyOfRange(answer, ANSWER - PROOF, ANSWER);
        return MessageDigest.isEqual(stated, proof(by, CALLED, hello, answer));
    }

    /** True if the caller has proven its role. */
    boolean isProven(byte[] hello, byte[] answer, byte[] stated) {
        return MessageDigest.isEqual(stated, proof(secretFrom(hello), CALLER, hello, answer));
    }
}
