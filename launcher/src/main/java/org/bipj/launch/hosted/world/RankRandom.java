package org.bipj.launch.hosted.world;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.ArbitrarilyJumpableGenerator;
import java.util.random.RandomGenerator.JumpableGenerator;
import java.util.random.RandomGenerator.LeapableGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGenerator.StreamableGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Replaces the JDK's methods that make random numbers, or generators without a seed, in a rank whose random numbers follow
 * from the seed of the run. Public because the programs' classes call it.
 */
public final class RankRandom {
    /** The bits of a UUID that say that it is a random one. */
    private static final long VERSION_MASK = 0xf000L;

    private static final long VERSION = 0x4000L;
    private static final long VARIANT_MASK = 0xc000_0000_0000_0000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private RankRandom() {}

    /** The generator that a rank draws from in place of one without a seed, which is returned where no rank calls. */
    static RandomGenerator of(RandomGenerator random) {
        RankWorld world = RankWorld.current();
        return world == null ? random : world.random();
    }

    /** The seed of a generator that gets none from the program. */
    public static long seed() {
        return of(ThreadLocalRandom.current()).nextLong();
    }

    /** Instead of {@code Math.random()}. */
    public static double random() {
        return of(ThreadLocalRandom.current()).nextDouble();
    }

    /** Instead of {@code UUID.randomUUID()}. */
    public static UUID randomUUID() {
        RandomGenerator random = of(ThreadLocalRandom.current());
        long most = random.nextLong() & ~VERSION_MASK | VERSION;
        return new UUID(most, random.nextLong() & ~VARIANT_MASK | VARIANT);
    }

    /** Instead of {@code Collections.shuffle(list)}. */
    public static void shuffle(List<?> list) {
        Collections.shuffle(list, of(ThreadLocalRandom.current()));
    }

    /** Instead of {@code Collections.shuffle(list, random)}. */
    public static void shuffle(List<?> list, Random random) {
        shuffle(list, (RandomGenerator) random);
    }

    /** Instead of {@code Collections.shuffle(list, random)}. */
    public static void shuffle(List<?> list, RandomGenerator random) {
        Collections.shuffle(list, random instanceof ThreadLocalRandom ? of(random) : random);
    }

    /** Instead of {@code RandomGenerator.getDefault()}. */
    public static RandomGenerator getDefault() {
        return RandomGeneratorFactory.getDefault().create(seed());
    }

    /** Instead of {@code RandomGenerator.of(name)}. */
    public static RandomGenerator of(String name) {
        return create(RandomGeneratorFactory.of(name));
    }

    /** Instead of {@code SplittableGenerator.of(name)}. */
    public static SplittableGenerator splittable(String name) {
        return seeded(SplittableGenerator.class, SplittableGenerator.of(name), name);
    }

    /** Instead of {@code StreamableGenerator.of(name)}. */
    public static StreamableGenerator streamable(String name) {
        return seeded(StreamableGenerator.class, StreamableGenerator.of(name), name);
    }

    /** Instead of {@code JumpableGenerator.of(name)}. */
    public static JumpableGenerator jumpable(String name) {
        return seeded(JumpableGenerator.class, JumpableGenerator.of(name), name);
    }

    /** Instead of {@code LeapableGenerator.of(name)}. */
    public static LeapableGenerator leapable(String name) {
        return seeded(LeapableGenerator.class, LeapableGenerator.of(name), name);
    }

    /** Instead of {@code ArbitrarilyJumpableGenerator.of(name)}. */
    public static ArbitrarilyJumpableGenerator arbitrarilyJumpable(String name) {
        return seeded(ArbitrarilyJumpableGenerator.class, ArbitrarilyJumpableGenerator.of(name), name);
    }

    /** Instead of {@code factory.create()}. */
    public static RandomGenerator create(RandomGeneratorFactory<?> factory) {
        return factory.create(seed());
    }

    /** A generator of a kind; the JDK has made one, and so has not refused its name. */
    private static <T extends RandomGenerator> T seeded(Class<T> kind, T ofJdk, String name) {
        return RankWorld.current() == null ? ofJdk : kind.cast(of(name));
    }
}
