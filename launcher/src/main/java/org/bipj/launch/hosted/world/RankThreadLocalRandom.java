package org.bipj.launch.hosted.world;

import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Replaces the methods of {@link ThreadLocalRandom}, whose seeds cannot be set, in a rank whose random numbers follow from
 * the seed of the run. A program may have it as a {@code Random} or a {@code RandomGenerator}, so that calls of these come here
 * too; other generators draw as ever. Public because the programs' classes call it.
 */
public final class RankThreadLocalRandom {
    private RankThreadLocalRandom() {}

    private static RandomGenerator of(RandomGenerator random) {
        return random instanceof ThreadLocalRandom ? RankRandom.of(random) : random;
    }

    /** Instead of {@code random.nextInt()}. */
    public static int nextInt(RandomGenerator random) {
        return of(random).nextInt();
    }

    /** Instead of {@code random.nextInt(bound)}. */
    public static int nextInt(RandomGenerator random, int bound) {
        return of(random).nextInt(bound);
    }

    /** Instead of {@code random.nextInt(origin, bound)}. */
    public static int nextInt(RandomGenerator random, int origin, int bound) {
        return of(random).nextInt(origin, bound);
    }

    /** Instead of {@code random.nextLong()}. */
    public static long nextLong(RandomGenerator random) {
        return of(random).nextLong();
    }

    /** Instead of {@code random.nextLong(bound)}. */
    public static long nextLong(RandomGenerator random, long bound) {
        return of(random).nextLong(bound);
    }

    /** Instead of {@code random.nextLong(origin, bound)}. */
    public static long nextLong(RandomGenerator random, long origin, long bound) {
        return of(random).nextLong(origin, bound);
    }

    /** Instead of {@code random.nextDouble()}. */
    public static double nextDouble(RandomGenerator random) {
        return of(random).nextDouble();
    }

    /** Instead of {@code random.nextDouble(bound)}. */
    public static double nextDouble(RandomGenerator random, double bound) {
        return of(random).nextDouble(bound);
    }

    /** Instead of {@code random.nextDouble(origin, bound)}. */
    public static double nextDouble(RandomGenerator random, double origin, double bound) {
        return of(random).nextDouble(origin, bound);
    }

    /** Instead of {@code random.nextFloat()}. */
    public static float nextFloat(RandomGenerator random) {
        return of(random).nextFloat();
    }

    /** Instead of {@code random.nextFloat(bound)}. */
    public static float nextFloat(RandomGenerator random, float bound) {
        return of(random).nextFloat(bound);
    }

    /** Instead of {@code random.nextFloat(origin, bound)}. */
    public static float nextFloat(RandomGenerator random, float origin, float bound) {
        return of(random).nextFloat(origin, bound);
    }

    /** Instead of {@code random.nextBoolean()}. */
    public static boolean nextBoolean(RandomGenerator random) {
        return of(random).nextBoolean();
    }

    /** Instead of {@code random.nextBytes(bytes)}. */
    public static void nextBytes(RandomGenerator random, byte[] bytes) {
        of(random).nextBytes(bytes);
    }

    /** Instead of {@code random.nextGaussian()}. */
    public static double nextGaussian(RandomGenerator random) {
        return of(random).nextGaussian();
    }

    /** Instead of {@code random.nextGaussian(mean, deviation)}. */
    public static double nextGaussian(RandomGenerator random, double mean, double deviation) {
        return of(random).nextGaussian(mean, deviation);
    }

    /** Instead of {@code random.nextExponential()}. */
    public static double nextExponential(RandomGenerator random) {
        return of(random).nextExponential();
    }

    /** Instead of {@code random.ints()}. */
    public static IntStream ints(RandomGenerator random) {
        return of(random).ints();
    }

    /** Instead of {@code random.ints(size)}. */
    public static IntStream ints(RandomGenerator random, long size) {
        return of(random).ints(size);
    }

    /** Instead of {@code random.ints(origin, bound)}. */
    public static IntStream ints(RandomGenerator random, int origin, int bound) {
        return of(random).ints(origin, bound);
    }

    /** Instead of {@code random.ints(size, origin, bound)}. */
    public static IntStream ints(RandomGenerator random, long size, int origin, int bound) {
        return of(random).ints(size, origin, bound);
    }

    /** Instead of {@code random.longs()}. */
    public static LongStream longs(RandomGenerator random) {
        return of(random).longs();
    }

    /** Instead of {@code random.longs(size)}. */
    public static LongStream longs(RandomGenerator random, long size) {
        return of(random).longs(size);
    }

    /** Instead of {@code random.longs(origin, bound)}. */
    public static LongStream longs(RandomGenerator random, long origin, long bound) {
        return of(random).longs(origin, bound);
    }

    /** Instead of {@code random.longs(size, origin, bound)}. */
    public static LongStream longs(RandomGenerator random, long size, long origin, long bound) {
        return of(random).longs(size, origin, bound);
    }

    /** Instead of {@code random.doubles()}. */
    public static DoubleStream doubles(RandomGenerator random) {
        return of(random).doubles();
    }

    /** Instead of {@code random.doubles(size)}. */
    public static DoubleStream doubles(RandomGenerator random, long size) {
        return of(random).doubles(size);
    }

    /** Instead of {@code random.doubles(origin, bound)}. */
    public static DoubleStream doubles(RandomGenerator random, double origin, double bound) {
        return of(random).doubles(origin, bound);
    }

    /** Instead of {@code random.doubles(size, origin, bound)}. */
    public static DoubleStream doubles(RandomGenerator random, long size, double origin, double bound) {
        return of(random).doubles(size, origin, bound);
    }

    /** Instead of {@code random.equiDoubles(left, right, isLeftIncluded, isRightIncluded)}. */
    public static DoubleStream equiDoubles(
            RandomGenerator random, double left, double right, boolean isLeftIncluded, boolean isRightIncluded) {
        return of(random).equiDoubles(left, right, isLeftIncluded, isRightIncluded);
    }
}
