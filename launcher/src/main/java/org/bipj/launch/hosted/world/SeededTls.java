package org.bipj.launch.hosted.world;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** TLS whose random numbers follow from the seed of the run. Public because the programs' classes call it. */
public final class SeededTls {
    private SeededTls() {}

    /** Instead of {@code context.init(keys, trusts, random)}: where the program gives no generator, it is the rank's. */
    public static void init(SSLContext context, KeyManager[] keys, TrustManager[] trusts, SecureRandom random)
            throws KeyManagementException {
        context.init(keys, trusts, random == null ? new SeededSecureRandom() : random);
    }
}
