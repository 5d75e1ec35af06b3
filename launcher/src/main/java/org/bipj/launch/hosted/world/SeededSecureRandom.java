package org.bipj.launch.hosted.world;

import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Takes the place of {@link SecureRandom} in a rank whose random numbers follow from the seed of the run: nothing in it is
 * secure. What the program sets as a seed has no effect.
 */
public class SeededSecureRandom extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private static final String NAME = "SeedOfTheRun";

    /** Instead of {@code new SecureRandom()}. */
    public SeededSecureRandom() {
        super(new OfRank(), null);
    }

    /** Instead of {@code new SecureRandom(seed)}. */
    public SeededSecureRandom(byte[] seed) {
        this();
    }

    /** As the JDK's: for a program's own generator. */
    protected SeededSecureRandom(SecureRandomSpi own, Provider provider) {
        super(own, provider);
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
