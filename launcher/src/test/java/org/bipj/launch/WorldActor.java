package org.bipj.launch;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/** A program without MPI that prints the time, or random numbers, in all the ways that the JDK has. */
public final class WorldActor {
    private static final long HOUR_MS = 3_600_000;
    private static final ZoneId UTC = ZoneOffset.UTC;

    private WorldActor() {}

    /** Prints one line for each way; the argument says of what. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "clocks" -> {
                Thread.sleep(HOUR_MS);
                clocks().forEach((name, time) -> System.out.println(name + " " + time.get()));
            }
            case "now" -> System.out.println(Instant.now().toEpochMilli() / HOUR_MS * HOUR_MS);
            case "randomSleep" -> Thread.sleep(Duration.ofNanos(new Random().nextInt(1_000_000_000)));
            case "random" -> random().forEach((name, value) -> System.out.println(name + " " + value.get()));
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static Map<String, Supplier<Object>> clocks() {
        Supplier<Instant> reference = Instant::now;
        Supplier<Date> constructor = Date::new;
        TimeZone zone = TimeZone.getTimeZone("UTC");
        ZoneId here = ZoneId.systemDefault();
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("Instant", Instant::now);
        all.put("reference", reference::get);
        all.put("millis", () -> Instant.ofEpochMilli(System.currentTimeMillis()));
        all.put("LocalDate", () -> LocalDate.now(UTC).atTime(1, 0).toInstant(ZoneOffset.UTC));
        all.put(
                "LocalDateHere",
                () -> Duration.between(LocalDate.now().atStartOfDay(here), ZonedDateTime.now())
                        .compareTo(Duration.ofDays(1)));
        all.put("LocalTime", () -> LocalTime.now(UTC).atDate(LocalDate.now(UTC)).toInstant(ZoneOffset.UTC));
        all.put(
                "LocalTimeHere",
                () -> LocalTime.now().atDate(LocalDate.now()).atZone(here).toInstant());
        all.put("LocalDateTime", () -> LocalDateTime.now(UTC).toInstant(ZoneOffset.UTC));
        all.put("LocalDateTimeHere", () -> LocalDateTime.now().atZone(here).toInstant());
        all.put(
                "ZonedDateTime",
                () -> ZonedDateTime.now(ZoneId.of("Europe/Paris")).toInstant());
        all.put("OffsetDateTime", () -> OffsetDateTime.now().toInstant());
        all.put(
                "OffsetTime",
                () -> OffsetTime.now(UTC).atDate(LocalDate.now(UTC)).toInstant());
        all.put("Year", () -> Year.now(UTC) + " " + YearMonth.now(UTC) + " " + MonthDay.now(UTC));
        all.put("Clock", () -> Clock.systemUTC().instant());
        all.put("ClockHere", () -> Clock.systemDefaultZone().instant());
        all.put("tick", () -> Clock.tickMinutes(UTC).instant());
        all.put(
                "withZone",
                () -> ZonedDateTime.now(Clock.systemUTC().withZone(ZoneId.of("Asia/Tokyo")))
                        .toInstant());
        all.put("InstantSource", () -> InstantSource.system().instant());
        all.put("Date", () -> new Date().toInstant());
        all.put("DateConstructor", () -> constructor.get().toInstant());
        all.put("DateClass", () -> new Date().getClass() == Date.class);
        all.put("Calendar", () -> Calendar.getInstance(zone, Locale.ROOT).toInstant());
        all.put("sleptUntil", () -> new Date(System.currentTimeMillis()).toInstant());
        return all;
    }

    private static Map<String, Supplier<Object>> random() throws GeneralSecurityException {
        Supplier<Random> constructor = Random::new;
        DoubleSupplier math = Math::random;
        Supplier<Integer> ofThread = ThreadLocalRandom.current()::nextInt;
        SecureRandom secure = SecureRandom.getInstanceStrong();
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("Random", () -> new Random().nextLong());
        all.put("RandomConstructor", () -> constructor.get().nextLong());
        all.put("RandomSubclass", () -> new Dice().roll());
        all.put("SplittableRandom", () -> new SplittableRandom().nextLong());
        all.put("Math", math::getAsDouble);
        all.put("StrictMath", StrictMath::random);
        all.put("UUID", UUID::randomUUID);
        all.put("SecureRandom", () -> new SecureRandom().nextLong());
        all.put("SecureRandomStrong", secure::nextInt);
        all.put("SecureRandomSeed", () -> Arrays.toString(SecureRandom.getSeed(4)));
        all.put("ThreadLocalRandom", () -> ThreadLocalRandom.current().nextInt(1000, 1_000_000));
        all.put("ThreadLocalReference", ofThread::get);
        all.put(
                "ThreadLocalStream",
                () -> ThreadLocalRandom.current().ints(3, 0, 1000).boxed().toList());
        all.put("ThreadLocalAsRandom", () -> drawn(ThreadLocalRandom.current()));
        all.put("ThreadLocalAsGenerator", () -> drawn((RandomGenerator) ThreadLocalRandom.current()));
        all.put("RandomGenerator", () -> RandomGenerator.getDefault().nextLong());
        all.put(
                "RandomGeneratorOf",
                () -> RandomGenerator.of("L64X128MixRandom").nextLong());
        all.put(
                "SplittableGenerator",
                () -> RandomGenerator.SplittableGenerator.of("L64X128MixRandom").nextLong());
        all.put("Factory", () -> RandomGeneratorFactory.of("Random").create().nextLong());
        all.put("shuffle", () -> shuffled(null));
        all.put("shuffleBy", () -> shuffled(ThreadLocalRandom.current()));
        all.put("seeded", () -> new Random(7).nextLong());
        return all;
    }

    private static int drawn(Random random) {
        return random.nextInt(1_000_000) + random.nextInt(1_000_000, 2_000_000);
    }

    private static long drawn(RandomGenerator random) {
        return random.nextLong();
    }

    private static List<Integer> shuffled(Random random) {
        List<Integer> list = new ArrayList<>(IntStream.range(0, 20).boxed().toList());
        if (random == null) {
            Collections.shuffle(list);
        } else {
            Collections.shuffle(list, random);
        }
        return list;
    }

    /** Calls the constructor of its superclass. */
    private static final class Dice extends Random {
        private static final long serialVersionUID = 1L;

        int roll() {
            return nextInt();
        }
    }
}
