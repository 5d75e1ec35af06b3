package org.bipj.net.remote;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The secret of a job, and what proves that its owner knows it. */
public final class JobSecret {
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /**
     * The secret of these bytes.
     *
     * @param bytes 32 of them
     */
    public JobSecret(byte[] bytes) {
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /** HMAC-SHA256, 32 bytes, of the name of a purpose and of what is proven. */
    public byte[] proof(String purpose, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
