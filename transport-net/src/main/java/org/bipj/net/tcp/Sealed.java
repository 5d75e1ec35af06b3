package org.bipj.net.tcp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bipj.core.nic.PortException;

/** Texts that only who has a key can read or has written: AES-256-GCM with a random nonce of 96 bits in front. */
public final class Sealed {
    private static final String ALGORITHM = "AES/GCM/NoPadding";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Sealed() {}

    /**
     * Seals a text.
     *
     * @param key 32 bytes, of few texts
     */
    public static byte[] seal(byte[] key, String text) {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, key, nonce).doFinal(text.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.allocate(NONCE + sealed.length)
                    .put(nonce)
                    .put(sealed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    /**
     * The text.
     *
     * @throws PortException if it was sealed by another key, or changed
     */
    public static String open(byte[] key, byte[] sealed) {
        if (sealed.length < NONCE) {
            throw new PortException("a sealed text of " + sealed.length + " bytes");
        }
        byte[] nonce = java.util.Arrays.copyOf(sealed, NONCE);
        try {
            byte[] text = cipher(Cipher.DECRYPT_MODE, key, nonce).doFinal(sealed, NONCE, sealed.length - NONCE);
            return new String(text, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw new PortException("a text was sealed with another key, or changed on its way", e);
        }
    }

    private static Cipher cipher(int mode, byte[] key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance(ALGORITHM);
        cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        return cipher;
    }

    /** Bytes as text. */
    public static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    /**
     * The bytes of {@link #text}.
     *
     * @throws PortException if it is none
     */
    public static byte[] bytes(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            throw new PortException("a sealed text is damaged", e);
        }
    }
}
