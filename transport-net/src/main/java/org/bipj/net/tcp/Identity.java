package org.bipj.net.tcp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.bipj.net.remote.JobSecret;

/**
 * The identity of a rank towards ranks of other hosts, and the proof that it belongs to the job. The messages of a
 * handshake, numbers in network order:
 *
 * <pre>
 *   hello    caller   magic (8), protocol (1), byte order (1), 0 (2), size (4), caller's rank (4), called rank (4),
 *                     nonce (32), version of the library (32)
 *   answer   called   {@link Verdict} (4), version of the library (32), nonce (32), proof (32)
 *   proof    caller   proof (32)
 *   end      called   {@link Verdict} (4)
 * </pre>
 *
 * A proof is the HMAC-SHA256 of the role's name, the hello, and the answer up to its own proof: it thus binds the job, by
 * its secret and size, both ranks, their roles, versions and nonces.
 */
final class Identity {
    static final int PROOF = 32;
    static final int HELLO = 88;
    static final int ANSWER = 100;
    static final int END = 4;

    static final String CALLER = "caller";
    static final String CALLED = "called";

    private static final long MAGIC = 0x4249504a_4e455400L;
    private static final byte PROTOCOL = 1;
    private static final int NONCE = 32;
    private static final int VERSION = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final int rank;
    private final int size;
    private final String version;
    private final JobSecret secret;

    /**
     * A rank of a job.
     *
     * @param version of the library; empty where it is not known
     * @param secret the job's, 32 bytes
     */
    Identity(int rank, int size, String version, byte[] secret) {
        this.rank = rank;
        this.size = size;
        this.version = version;
        this.secret = new JobSecret(secret);
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

    byte[] hello(int called) {
        return ByteBuffer.allocate(HELLO)
                .putLong(MAGIC)
                .put(PROTOCOL)
                .put(byteOrder())
                .putShort((short) 0)
                .putInt(size)
                .putInt(rank)
                .putInt(called)
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

    static int callerOf(byte[] hello) {
        return ByteBuffer.wrap(hello).getInt(16);
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
        in.getShort();
        int caller = in.getInt(16);
        if (in.getInt() != size || caller < 0 || caller >= size || caller == rank || in.getInt(20) != rank) {
            return Verdict.STRANGER;
        }
        String other = versionOfHello(hello);
        boolean same = version.isEmpty() || other.isEmpty() || other.equals(version);
        return same ? Verdict.WELCOME : Verdict.VERSION;
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
        return secret.proof(role, hello, Arrays.copyOf(answer, ANSWER - PROOF));
    }

    /** True if an answer carries the proof of the called role. */
    boolean isProven(byte[] hello, byte[] answer) {
        byte[] stated = Arrays.copyOfRange(answer, ANSWER - PROOF, ANSWER);
        return MessageDigest.isEqual(stated, proof(CALLED, hello, answer));
    }

    /** True if the caller has proven its role. */
    boolean isProven(byte[] hello, byte[] answer, byte[] stated) {
        return MessageDigest.isEqual(stated, proof(CALLER, hello, answer));
    }
}
