package org.bipj.launch.hosted.world;

import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Replaces the methods of {@link ThreadLocalRandom}, whose seeds cannot be set, in a rank whose random numbers follow from
 * the seed of the run. Public because the programs' classes call it.
 */
public final class RankThreadLocalRandom {
    private RankThreadLocalRandom() {}

    private static RandomGenerator of(ThreadLocalRandom random) {
        return RankRandom.of(random);
    }

    /** Instead of {@code random.nextInt()}. */
    public static int nextInt(ThreadLocalRandom random) {
        return of(random).nextInt();
    }

    /** Instead of {@code random.nextInt(bound)}. */
    public static int nextInt(ThreadLocalRandom random, int bound) {
        return of(random).nextInt(bound);
    }

    /** Instead of {@code random.nextInt(origin, bound)}. */
    public static int nextInt(ThreadLocalRandom random, int origin, int bound) {
        return of(random).nextInt(origin, bound);
    }

    /** Instead of {@code random.nextLong()}. */
    public static long nextLong(ThreadLocalRandom random) {
        return of(random).nextLong();
    }

    /** Instead of {@code random.nextLong(bound)}. */
    public static long nextLong(ThreadLocalRandom random, long bound) {
        return of(random).nextLong(bound);
    }

    /** Instead of {@code random.nextLong(origin, bound)}. */
    public static long nextLong(ThreadLocalRandom random, long origin, long bound) {
        return of(random).nextLong(origin, bound);
    }

    /** Instead of {@code random.nextDouble()}. */
    public static double nextDouble(ThreadLocalRandom random) {
        return of(random).nextDouble();
    }

    /** Instead of {@code random.nextDouble(bound)}. */
    public static double nextDouble(ThreadLocalRandom random, double bound) {
        return of(random).nextDouble(bound);
    }

    /** Instead of {@code random.nextDouble(origin, bound)}. */
    public static double nextDouble(ThreadLocalRandom random, double origin, double bound) {
        return of(random).nextDouble(origin, bound);
    }

    /** Instead of {@code random.nextFloat()}. */
    public static float nextFloat(ThreadLocalRandom random) {
        return of(random).nextFloat();
    }

    /** Instead of {@code random.nextFloat(bound)}. */
    public static float nextFloat(ThreadLocalRandom random, float bound) {
        return of(random).nextFloat(bound);
    }

    /** Instead of {@code random.nextFloat(origin, bound)}. */
    public static float nextFloat(ThreadLocalRandom random, float origin, float bound) {
        return of(random).nextFloat(origin, bound);
    }

    /** Instead of {@code random.nextBoolean()}. */
    public static boolean nextBoolean(ThreadLocalRandom random) {
        return of(random).nextBoolean();
    }

    /** Instead of {@code random.nextBytes(bytes)}. */
    public static void nextBytes(ThreadLocalRandom random, byte[] bytes) {
        of(random).nextBytes(bytes);
    }

    /** Instead of {@code random.nextGaussian()}. */
    public static double nextGaussian(ThreadLocalRandom random) {
        return of(random).nextGaussian();
    }

    /** Instead of {@code random.nextGaussian(mean, deviation)}. */
    public static double nextGaussian(ThreadLocalRandom random, double mean, double deviation) {
        return of(random).nextGaussian(mean, deviation);
    }

    /** Instead of {@code random.nextExponential()}. */
    public static double nextExponential(ThreadLocalRandom random) {
        return of(random).nextExponential();
    }

    /** Instead of {@code random.ints()}. */
    public static IntStream ints(ThreadLocalRandom random) {
        return of(random).ints();
    }

    /** Instead of {@code random.ints(size)}. */
    public static IntStream ints(ThreadLocalRandom random, long size) {
        return of(random).ints(size);
    }

    /** Instead of {@code random.ints(origin, bound)}. */
    public static IntStream ints(ThreadLocalRandom random, int origin, int bound) {
        return of(random).ints(origin, bound);
    }

    /** Instead of {@code random.ints(size, origin, bound)}. */
    public static IntStream ints(ThreadLocalRandom random, long size, int origin, int bound) {
        return of(random).ints(size, origin, bound);
    }

    /** Instead of {@code random.longs()}. */
    public static LongStream longs(ThreadLocalRandom random) {
        return of(random).longs();
    }

    /** Instead of {@code random.longs(size)}. */
    public static LongStream longs(ThreadLocalRandom random, long size) {
        return of(random).longs(size);
    }

    /** Instead of {@code random.longs(origin, bound)}. */
    public static LongStream longs(ThreadLocalRandom random, long origin, long bound) {
        return of(random).longs(origin, bound);
    }

    /** Instead of {@code random.longs(size, origin, bound)}. */
    public static LongStream longs(ThreadLocalRandom random, long size, long origin, long bound) {
        return of(random).longs(size, origin, bound);
    }

    /** Instead of {@code random.doubles()}. */
    public static DoubleStream doubles(ThreadLocalRandom random) {
        return of(random).doubles();
    }

    /** Instead of {@code random.doubles(size)}. */
    public static DoubleStream doubles(ThreadLocalRandom random, long size) {
        return of(random).doubles(size);
    }

    /** Instead of {@code random.doubles(origin, bound)}. */
    public static DoubleStream doubles(ThreadLocalRandom random, double origin, double bound) {
        return of(random).doubles(origin, bound);
    }

    /** Instead of {@code random.doubles(size, origin, bound)}. */
    public static DoubleStream doubles(ThreadLocalRandom random, long size, double origin, double bound) {
        return of(random).doubles(size, origin, bound);
    }
}
