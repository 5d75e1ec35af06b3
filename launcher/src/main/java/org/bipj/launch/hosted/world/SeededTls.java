package org.bipj.launch.hosted.world;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyManagementException;
import java.security.KeyStore;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.bipj.launch.support.LauncherVariables;

/** TLS whose random numbers follow from the seed of the run. Public because the programs' classes call it. */
public final class SeededTls {
    private static final String KEYS = "javax.net.ssl.keyStore";
    private static final String NO_FILE = "NONE";

    private SeededTls() {}

    /** Instead of {@code context.init(keys, trusts, random)}: where the program gives no generator, it is the rank's. */
    public static void init(SSLContext context, KeyManager[] keys, TrustManager[] trusts, SecureRandom random)
            throws KeyManagementException {
        context.init(keys, trusts, random == null ? new SeededSecureRandom() : random);
    }

    /** The context of a program that makes none: keys and trust are what its properties name (JSSE, "Customizing the Default Keystores and Truststores"). */
    public static SSLContext of(HostStatics host) throws GeneralSecurityException, IOException {
        if (host.tls() == null) {
            SSLContext context = SSLContext.getInstance("TLS");
            init(context, keys(), null, null);
            host.setTls(context);
        }
        return host.tls();
    }

    /** Null: the program names none. */
    private static KeyManager[] keys() throws GeneralSecurityException, IOException {
        String file = property(KEYS, "");
        if (file.isEmpty()) {
            return null;
        }
        String type = property(KEYS + "Type", KeyStore.getDefaultType());
        String password = property(KEYS + "Password", "");
        KeyStore store = KeyStore.getInstance(type);
        char[] secret = password.isEmpty() ? null : password.toCharArray();
        if (file.equals(NO_FILE)) {
            store.load(null, secret);
        } else {
            try (InputStream in = new FileInputStream(file)) {
                store.load(in, secret);
            }
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, secret);
        return factory.getKeyManagers();
    }

    private static String property(String name, String otherwise) {
        String value = LauncherVariables.property(name);
        return value == null ? otherwise : value;
    }
}
