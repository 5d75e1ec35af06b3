package org.bipj.launch.hosted.world;

import java.io.File;
import java.io.ObjectInputFilter;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.spi.FileSystemProvider;
import java.security.SecureRandom;
import java.security.Security;
import java.time.Clock;
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
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TimeZone;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServerFactory;
import javax.net.ssl.SSLContext;
import org.bipj.launch.hosted.copies.ClassWords;
import org.bipj.launch.hosted.loader.AdjustedResult;
import org.bipj.launch.hosted.loader.CallRule;
import org.bipj.launch.hosted.loader.FilledConstructor;
import org.bipj.launch.hosted.loader.RefusedCall;
import org.bipj.launch.hosted.loader.ReplacedMethod;

/** What is replaced in the classes of ranks whose clocks are virtual: all that tells the time, or makes random numbers. */
public final class WorldReplacements {
    /** What becomes of calls of the JDK. */
    public static final List<CallRule> CALLS = Stream.of(
                    times(),
                    clocks(),
                    files(),
                    random(),
                    constructors(),
                    statics(),
                    changes(),
                    collections(),
                    logs(),
                    ReplacedMethod.allOfObject(FileChannel.class, HostCalls.class),
                    ReplacedMethod.allOfObject(SSLContext.class, SeededTls.class),
                    List.of(ReplacedMethod.ofObject(
                            ClassWords.nameOf(Logger.class),
                            "setFilter",
                            "(Ljava/util/logging/Filter;)V",
                            LogTimes.class)))
            .<CallRule>flatMap(List::stream)
            .toList();

    /** The classes that take the places of the JDK's. */
    public static final List<Class<?>> CLASSES = List.of(SeededSecureRandom.class);

    private WorldReplacements() {}

    private static ReplacedMethod ofClass(
            Class<?> owner, String name, Class<?> by, String newName, Class<?> result, Class<?>... arguments) {
        return ReplacedMethod.ofClass(
                ClassWords.nameOf(owner),
                name,
                MethodType.methodType(result, arguments).descriptorString(),
                by,
                newName);
    }

    private static List<FilledConstructor> constructors() {
        return List.of(
                FilledConstructor.of(Date.class, RankClocks.class, "millis"),
                FilledConstructor.of(Random.class, RankRandom.class, "seed"),
                FilledConstructor.of(SplittableRandom.class, RankRandom.class, "seed"));
    }

    private static List<ReplacedMethod> times() {
        List<ReplacedMethod> all = new ArrayList<>();
        for (Class<?> type : List.of(
                LocalDate.class,
                LocalTime.class,
                LocalDateTime.class,
                ZonedDateTime.class,
                OffsetDateTime.class,
                OffsetTime.class,
                Year.class,
                YearMonth.class,
                MonthDay.class)) {
            String simple = type.getSimpleName();
            String newName = Character.toLowerCase(simple.charAt(0)) + simple.substring(1);
            all.add(ofClass(type, "now", RankClocks.class, newName, type));
            all.add(ofClass(type, "now", RankClocks.class, newName, type, ZoneId.class));
        }
        all.add(ofClass(Instant.class, "now", RankClocks.class, "instant", Instant.class));
        return all;
    }

    private static List<ReplacedMethod> clocks() {
        List<ReplacedMethod> all = new ArrayList<>();
        for (String name : List.of("system", "tickMillis", "tickSeconds", "tickMinutes")) {
            all.add(ofClass(Clock.class, name, RankClocks.class, name, Clock.class, ZoneId.class));
        }
        for (String name : List.of("systemUTC", "systemDefaultZone")) {
            all.add(ofClass(Clock.class, name, RankClocks.class, name, Clock.class));
        }
        all.add(ofClass(InstantSource.class, "system", RankClocks.class, "source", InstantSource.class));
        for (List<Class<?>> arguments : List.<List<Class<?>>>of(
                List.of(), List.of(TimeZone.class), List.of(Locale.class), List.of(TimeZone.class, Locale.class))) {
            all.add(ofClass(
                    Calendar.class,
                    "getInstance",
                    RankClocks.class,
                    "calendar",
                    Calendar.class,
                    arguments.toArray(Class<?>[]::new)));
        }
        return all;
    }

    private static List<ReplacedMethod> files() {
        List<ReplacedMethod> all =
                new ArrayList<>(ReplacedMethod.allOfClass(ClassWords.nameOf(Files.class), RankFiles.class));
        all.addAll(ReplacedMethod.allOfObject(File.class, RankFiles.class));
        all.addAll(ReplacedMethod.allOfObject(File.class, HostCalls.class));
        return all;
    }

    /** Methods over static state that a host has of its own. */
    private static List<ReplacedMethod> statics() {
        List<ReplacedMethod> all = new ArrayList<>();
        for (Class<?> owner : List.of(
                ManagementFactory.class,
                MBeanServerFactory.class,
                Security.class,
                URL.class,
                ObjectInputFilter.Config.class,
                SSLContext.class,
                IO.class)) {
            all.addAll(sameNames(owner, HostCalls.class));
        }
        for (Class<?> owner : List.of(FileSystems.class, Path.class, Paths.class, FileSystemProvider.class)) {
            all.addAll(sameNames(owner, HostFileSystems.class));
        }
        for (Class<?> owner : List.of(Logger.class, LogManager.class, Level.class)) {
            all.addAll(sameNames(owner, HostLogs.class));
        }
        Class<?> system = System.Logger.class;
        all.add(ofClass(System.class, "getLogger", HostLogs.class, "systemLogger", system, String.class));
        all.add(ofClass(
                System.class, "getLogger", HostLogs.class, "systemLogger", system, String.class, ResourceBundle.class));
        return all;
    }

    /** The methods of another class that a class of the JDK has, too. */
    private static List<ReplacedMethod> sameNames(Class<?> owner, Class<?> by) {
        return ReplacedMethod.allOfClass(ClassWords.nameOf(owner), by).stream()
                .filter(method -> Stream.of(owner.getMethods())
                        .anyMatch(of -> Modifier.isStatic(of.getModifiers())
                                && of.getName().equals(method.name())
                                && MethodType.methodType(of.getReturnType(), of.getParameterTypes())
                                        .descriptorString()
                                        .equals(method.type())))
                .toList();
    }

    /** Collections that cannot be changed, in whose order the JDK's random numbers show. */
    private static List<AdjustedResult> collections() {
        Class<?> by = OrderedCollections.class;
        return Stream.of(
                        AdjustedResult.of(Set.class, "of", by, "set"),
                        AdjustedResult.of(Set.class, "copyOf", by, "set"),
                        AdjustedResult.of(Map.class, "of", by, "map"),
                        AdjustedResult.of(Map.class, "copyOf", by, "map"),
                        AdjustedResult.of(Map.class, "ofEntries", by, "map"),
                        AdjustedResult.of(Collectors.class, "toUnmodifiableSet", by, "sets"),
                        AdjustedResult.of(Collectors.class, "toUnmodifiableMap", by, "maps"))
                .flatMap(List::stream)
                .toList();
    }

    /** Loggers, whose records have the machine's time, and their filters. */
    private static List<AdjustedResult> logs() {
        return Stream.of(
                        AdjustedResult.of(Logger.class, "getParent", LogTimes.class, "logger"),
                        AdjustedResult.of(LogManager.class, "getLogger", LogTimes.class, "logger"),
                        AdjustedResult.of(Logger.class, "getFilter", LogTimes.class, "filter"))
                .flatMap(List::stream)
                .toList();
    }

    /** Methods that set static values, which hosts exchange. */
    static List<RefusedCall> changes() {
        return HostStatics.setters().entrySet().stream()
                .flatMap(of -> of.getValue().stream().flatMap(setter -> change(of.getKey(), setter)))
                .toList();
    }

    private static Stream<RefusedCall> change(Class<?> owner, String setter) {
        return new RefusedCall.Refusal(HostStatics.class, "change", owner.getName() + "." + setter, "")
                .of(owner, setter);
    }

    private static List<ReplacedMethod> random() {
        List<ReplacedMethod> all = new ArrayList<>(sameNames(SecureRandom.class, SeededSecureRandom.class));
        for (Class<?> owner :
                List.of(Math.class, StrictMath.class, UUID.class, Collections.class, RandomGenerator.class)) {
            all.addAll(sameNames(owner, RankRandom.class));
        }
        all.addAll(ReplacedMethod.allOfObject(RandomGeneratorFactory.class, RankRandom.class));
        Map<Class<?>, String> kinds = Map.of(
                RandomGenerator.SplittableGenerator.class, "splittable",
                RandomGenerator.StreamableGenerator.class, "streamable",
                RandomGenerator.JumpableGenerator.class, "jumpable",
                RandomGenerator.LeapableGenerator.class, "leapable",
                RandomGenerator.ArbitrarilyJumpableGenerator.class, "arbitrarilyJumpable");
        kinds.forEach((kind, newName) -> all.add(ofClass(kind, "of", RankRandom.class, newName, kind, String.class)));
        for (Class<?> owner : List.of(ThreadLocalRandom.class, Random.class, RandomGenerator.class)) {
            all.addAll(ReplacedMethod.allOfObject(owner, RankThreadLocalRandom.class, RandomGenerator.class));
        }
        return all;
    }
}
