package org.bipj.launch.hosted.world;

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
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Replaces the JDK's methods that tell the time in a rank whose clocks are virtual. Its time begins on {@link #BEGIN} in
 * UTC. Public because the programs' classes call it.
 */
public final class RankClocks {
    /** When virtual time begins. */
    public static final Instant BEGIN = Instant.parse("1998-01-01T00:00:00Z");

    private RankClocks() {}

    /** Instead of {@code Clock.system(zone)}. */
    public static Clock system(ZoneId zone) {
        RankWorld world = RankWorld.current();
        return world == null ? Clock.system(zone) : new RankClock(world, zone);
    }

    /** Instead of {@code Clock.systemUTC()}. */
    public static Clock systemUTC() {
        return system(ZoneOffset.UTC);
    }

    /** Instead of {@code Clock.systemDefaultZone()}. */
    public static Clock systemDefaultZone() {
        return system(ZoneId.systemDefault());
    }

    /** Instead of {@code Clock.tickMillis(zone)}. */
    public static Clock tickMillis(ZoneId zone) {
        return Clock.tick(system(zone), Duration.ofMillis(1));
    }

    /** Instead of {@code Clock.tickSeconds(zone)}. */
    public static Clock tickSeconds(ZoneId zone) {
        return Clock.tick(system(zone), Duration.ofSeconds(1));
    }

    /** Instead of {@code Clock.tickMinutes(zone)}. */
    public static Clock tickMinutes(ZoneId zone) {
        return Clock.tick(system(zone), Duration.ofMinutes(1));
    }

    /** Instead of {@code InstantSource.system()}. */
    public static InstantSource source() {
        return systemUTC();
    }

    /** Instead of {@code Instant.now()}. */
    public static Instant instant() {
        return systemUTC().instant();
    }

    /** Instead of {@code LocalDate.now()}. */
    public static LocalDate localDate() {
        return LocalDate.now(systemDefaultZone());
    }

    /** Instead of {@code LocalDate.now(zone)}. */
    public static LocalDate localDate(ZoneId zone) {
        return LocalDate.now(system(zone));
    }

    /** Instead of {@code LocalTime.now()}. */
    public static LocalTime localTime() {
        return LocalTime.now(systemDefaultZone());
    }

    /** Instead of {@code LocalTime.now(zone)}. */
    public static LocalTime localTime(ZoneId zone) {
        return LocalTime.now(system(zone));
    }

    /** Instead of {@code LocalDateTime.now()}. */
    public static LocalDateTime localDateTime() {
        return LocalDateTime.now(systemDefaultZone());
    }

    /** Instead of {@code LocalDateTime.now(zone)}. */
    public static LocalDateTime localDateTime(ZoneId zone) {
        return LocalDateTime.now(system(zone));
    }

    /** Instead of {@code ZonedDateTime.now()}. */
    public static ZonedDateTime zonedDateTime() {
        return ZonedDateTime.now(systemDefaultZone());
    }

    /** Instead of {@code ZonedDateTime.now(zone)}. */
    public static ZonedDateTime zonedDateTime(ZoneId zone) {
        return ZonedDateTime.now(system(zone));
    }

    /** Instead of {@code OffsetDateTime.now()}. */
    public static OffsetDateTime offsetDateTime() {
        return OffsetDateTime.now(systemDefaultZone());
    }

    /** Instead of {@code OffsetDateTime.now(zone)}. */
    public static OffsetDateTime offsetDateTime(ZoneId zone) {
        return OffsetDateTime.now(system(zone));
    }

    /** Instead of {@code OffsetTime.now()}. */
    public static OffsetTime offsetTime() {
        return OffsetTime.now(systemDefaultZone());
    }

    /** Instead of {@code OffsetTime.now(zone)}. */
    public static OffsetTime offsetTime(ZoneId zone) {
        return OffsetTime.now(system(zone));
    }

    /** Instead of {@code Year.now()}. */
    public static Year year() {
        return Year.now(systemDefaultZone());
    }

    /** Instead of {@code Year.now(zone)}. */
    public static Year year(ZoneId zone) {
        return Year.now(system(zone));
    }

    /** Instead of {@code YearMonth.now()}. */
    public static YearMonth yearMonth() {
        return YearMonth.now(systemDefaultZone());
    }

    /** Instead of {@code YearMonth.now(zone)}. */
    public static YearMonth yearMonth(ZoneId zone) {
        return YearMonth.now(system(zone));
    }

    /** Instead of {@code MonthDay.now()}. */
    public static MonthDay monthDay() {
        return MonthDay.now(systemDefaultZone());
    }

    /** Instead of {@code MonthDay.now(zone)}. */
    public static MonthDay monthDay(ZoneId zone) {
        return MonthDay.now(system(zone));
    }

    /** The milliseconds for {@code new Date()}. */
    public static long millis() {
        return systemUTC().millis();
    }

    /** Instead of {@code Calendar.getInstance()}. */
    public static Calendar calendar() {
        return now(Calendar.getInstance());
    }

    /** Instead of {@code Calendar.getInstance(zone)}. */
    public static Calendar calendar(TimeZone zone) {
        return now(Calendar.getInstance(zone));
    }

    /** Instead of {@code Calendar.getInstance(locale)}. */
    public static Calendar calendar(Locale locale) {
        return now(Calendar.getInstance(locale));
    }

    /** Instead of {@code Calendar.getInstance(zone, locale)}. */
    public static Calendar calendar(TimeZone zone, Locale locale) {
        return now(Calendar.getInstance(zone, locale));
    }

    private static Calendar now(Calendar calendar) {
        calendar.setTimeInMillis(millis());
        return calendar;
    }
}
