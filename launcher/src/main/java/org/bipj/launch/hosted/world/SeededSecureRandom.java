package org.bipj.launch.hosted.world;

import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomParameters;
import java.security.SecureRandomSpi;
import java.util.concurrent.ThreadLocalRandom;
import org.bipj.launch.hosted.threads.ServedMonitor;

/**
 * Takes the place of {@link SecureRandom} in a rank whose random numbers follow from the seed of the run: nothing in it is
 * secure. What the program sets as a seed has no effect.
 */
public class SeededSecureRandom extends SecureRandom implements ServedMonitor {
    private static final long serialVersionUID = 1L;
    private static final String NAME = "SeedOfTheRun";

    /** It draws from the seed of the run, and not from a generator of the program's own. */
    private final boolean isSeeded;

    /** Instead of {@code new SecureRandom()}. */
    public SeededSecureRandom() {
        super(new OfRank(), null);
        isSeeded = true;
    }

    /** Instead of {@code new SecureRandom(seed)}. */
    public SeededSecureRandom(byte[] seed) {
        this();
    }

    /** As the JDK's: for a program's own generator. */
    protected SeededSecureRandom(SecureRandomSpi own, Provider provider) {
        super(own, provider);
        isSeeded = false;
    }

    /** Without the monitor that the JDK's method enters. */
    @Override
    public void nextBytes(byte[] bytes) {
        if (isSeeded) {
            RankRandom.of(ThreadLocalRandom.current()).nextBytes(bytes);
        } else {
            super.nextBytes(bytes);
        }
    }

    /** The seed of the run decides. */
    @Override
    public void setSeed(byte[] seed) {
        if (!isSeeded) {
            super.setSeed(seed);
        }
    }

    /** The seed of the run decides. */
    @Override
    public void reseed() {
        if (!isSeeded) {
            super.reseed();
        }
    }

    @Override
    public String getAlgorithm() {
        return NAME;
    }

    /** Instead of {@code SecureRandom.getInstance(algorithm)}. */
    public static SecureRandom getInstance(String algorithm) throws NoSuchAlgorithmException {
        return replacing(SecureRandom.getInstance(algorithm));
    }

    /** Instead of {@code SecureRandom.getInstance(algorithm, provider)}. */
    public static SecureRandom getInstance(String algorithm, String provider)
            throws NoSuchAlgorithmException, NoSuchProviderException {
        return replacing(SecureRandom.getInstance(algorithm, provider));
    }

    /** Instead of {@code SecureRandom.getInstance(algorithm, provider)}. */
    public static SecureRandom getInstance(String algorithm, Provider provider) throws NoSuchAlgorithmException {
        return replacing(SecureRandom.getInstance(algorithm, provider));
    }

    /** Instead of {@code SecureRandom.getInstance(algorithm, parameters)}. */
    public static SecureRandom getInstance(String algorithm, SecureRandomParameters parameters)
            throws NoSuchAlgorithmException {
        return replacing(SecureRandom.getInstance(algorithm, parameters));
    }

    /** Instead of {@code SecureRandom.getInstance(algorithm, parameters, provider)}. */
    public static SecureRandom getInstance(String algorithm, SecureRandomParameters parameters, String provider)
            throws NoSuchAlgorithmException, NoSuchProviderException {
        return replacing(SecureRandom.getInstance(algorithm, parameters, provider));
    }

    /** Instead of {@code SecureRandom.getInstance(algorithm, parameters, provider)}. */
    public static SecureRandom getInstance(String algorithm, SecureRandomParameters parameters, Provider provider)
            throws NoSuchAlgorithmException {
        return replacing(SecureRandom.getInstance(algorithm, parameters, provider));
    }

    /** Instead of {@code SecureRandom.getInstanceStrong()}. */
    public static SecureRandom getInstanceStrong() {
        return new SeededSecureRandom();
    }

    /** Instead of {@code SecureRandom.getSeed(bytes)}. */
    public static byte[] getSeed(int bytes) {
        return new SeededSecureRandom().generateSeed(bytes);
    }

    /** The JDK has one of that name; the rank gets its own. */
    private static SecureRandom replacing(SecureRandom ofJdk) {
        return RankWorld.current() == null ? ofJdk : new SeededSecureRandom();
    }

    /** Draws from the stream of the rank that calls. */
    private static final class OfRank extends SecureRandomSpi {
        private static final long serialVersionUID = 1L;

        @Override
        protected void engineSetSeed(byte[] seed) {
            // The seed of the run decides.
        }

        @Override
        protected void engineNextBytes(byte[] bytes) {
            RankRandom.of(ThreadLocalRandom.current()).nextBytes(bytes);
        }

        @Override
        protected byte[] engineGenerateSeed(int count) {
            byte[] bytes = new byte[count];
            engineNextBytes(bytes);
            return bytes;
        }
    }
}
