package org.bipj.launch.mpirun.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.support.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The parser and the help have one table. */
class OptionTest {
    private static String problem(String... words) {
        return assertThrows(UsageException.class, () -> OptionParser.parse(List.of(words)))
                .getMessage();
    }

    @Test
    void theParserKnowsEachNameOfTheHelp() {
        for (HelpEntry entry : Option.entries()) {
            for (String name : entry.names()) {
                assertNotNull(Option.find(name.replaceFirst("^--?", "").replaceFirst("\\[.*", "")), name);
            }
        }
    }

    @Test
    void noNameHasTwoRows() {
        Set<String> names = new HashSet<>();
        for (Option option : Option.values()) {
            for (String name : option.names().split(", ")) {
                assertTrue(names.add(name.replaceFirst("^--?", "")), name);
            }
        }
    }

    @Test
    void aPartOfANameIsNone() {
        assertSame(Option.NET, Option.find("net"));
        assertSame(Option.RANKS, Option.find("np"));
        assertSame(Option.CHECK, Option.find("check"));
        assertNull(Option.find("ne"));
        assertNull(Option.find("ports"));
        assertNull(Option.find("-net"));
        assertNull(Option.find(""));
    }

    @ParameterizedTest
    @EnumSource(Option.class)
    void anOptionDoesSomethingOrIsRefused(Option option) {
        String name = option.names().split("[,\\[]")[0];
        List<String> words = switch (option.takes()) {
            // One of them concerns programs that the script supplies.
            case NONE ->
                option.isAlone() ? List.of(name, "java", "A") : List.of("--bipj-program", "1", "java", name, "A");
            case OPTIONAL -> List.of(name, "java", "A");
            case ONE -> List.of(name, "1", "java", "A");
            case TWO, ELSEWHERE -> List.of(name, "a", "b", "java", "A");
        };
        try {
            assertEquals(
                    List.of("java", "A"),
                    OptionParser.parse(words).programs().getFirst().command());
        } catch (UsageException e) {
            assertTrue(e.getMessage().contains(name), e.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(Option.class)
    void anOptionTakesAsManyValuesAsItsRowSays(Option option) {
        for (String name : option.names().split(", ")) {
            switch (option.takes()) {
                case NONE -> assertEquals(name + " takes no value", problem(name + "=1", "java", "A"));
                case ONE -> assertEquals(name + " needs a value", problem(name));
                case TWO -> assertEquals(name + " needs a value", problem(name, "A"));
                case OPTIONAL ->
                    assertEquals(
                            "no program given; expected: mpirun [OPTIONS] java ... Main [ARGS...]", problem("--check"));
                case ELSEWHERE -> assertNotNull(OtherOptions.ignored(name.substring(2)));
            }
        }
    }

    // ---- where values arrive -----------------------------------------------------------------------------------

    /** The options of a job that a rank of another one asks for. */
    private static Options spawned(Options options) {
        SpawnRequest.Program program = new SpawnRequest.Program("java", List.of("B"), 1, Map.of());
        return options.ofSpawned(1, new SpawnRequest(List.of(program), null), (words, path) -> words, null, 0);
    }

    /** What the JVM of ranks learns. */
    private static Values sent(Options options) {
        return Options.of(options.words().iterator()).values;
    }

    @Test
    void aKeyIsAllThatAnOptionNeedsToArriveInOtherJobsAndJvms() {
        ValueKey<Long> key = ValueKey.of("test-only", Form.NUMBER, ValueKey.INHERITED);
        Options options = OptionParser.parse(List.of("java", "A"));
        options.values.parse(key, "--test-only", "7");
        assertEquals(7, spawned(options).values.get(key, 0L));
        assertEquals(7, sent(options).get(key, 0L));
    }

    static Stream<Option> values() {
        return Arrays.stream(Option.values()).filter(option -> option.key() != null);
    }

    @ParameterizedTest
    @MethodSource("values")
    void aValueArrivesWhereItsRowSays(Option option, @TempDir Path folder) {
        ValueKey<Object> key = option.key();
        Options options = OptionParser.parse(words(option, folder));
        Object value = options.values.get(key, null);
        assertNotNull(value);
        Object inherited = option == Option.STDIN ? (Object) Options.NO_RANK : key.isInherited() ? value : null;
        assertEquals(inherited, spawned(options).values.get(key, null));
        assertEquals(value, sent(options).get(key, null));
    }

    /** A command line with a valid value of an option. */
    private static List<String> words(Option option, Path folder) {
        List<String> words = new ArrayList<>();
        boolean isOfSim = option.compareTo(Option.PLATFORM) >= 0 && option.compareTo(Option.TWICE) <= 0;
        if (option == Option.HOST_DIR || option == Option.CHAOS) {
            words.add("--ip");
        }
        if (isOfSim && option != Option.HOST_DIR) {
            words.addAll(List.of("--mode", "sim"));
        } else if (option == Option.NOLOCAL) {
            words.addAll(List.of("--host", "elsewhere"));
        }
        words.add(option.names().split("[,\\[]")[0]);
        if (option.takes() == Option.Words.ONE) {
            words.add(
                    switch (option.key().form()) {
                        case FILE, FOLDER, HOST_DIRECTORY ->
                            folder.resolve("new").toString();
                        case TIME_LIMIT -> "1.5";
                        case DEADLOCK -> "report";
                        case COMMAND -> "agent -x";
                        case SECONDS -> "7";
                        case NETWORK -> "ucx";
                        case SUBNETS -> "10.0.0.0/8,10.77.0.0/16";
                        case PORTS -> "7000-7010";
                        case VIRTUAL_TIME -> "2.5ms";
                        case STDIN, SEED -> "0";
                        default -> option == Option.MODE ? "thread" : "word";
                    });
        }
        words.addAll(List.of("java", "A"));
        return words;
    }

    /** A page that begins: what it names are options, and it fits on a terminal. */
    @Test
    void theShortHelpNamesOptionsThatThereAre() {
        String text = Help.asked(List.of("--help"));
        List<String> lines = text.lines().toList();
        assertTrue(lines.size() <= 24, () -> lines.size() + " lines");
        assertTrue(lines.stream().allMatch(line -> line.length() <= 80), text);
        assertEquals(
                3, lines.stream().filter(line -> line.startsWith("  mpirun ")).count());
        Matcher named = Pattern.compile("(?<= )--?([a-z-]+)").matcher(text);
        while (named.find()) {
            String name = named.group(1);
            assertTrue(name.equals("cp") || Option.find(name) != null, name);
        }
        assertEquals(Help.text(), Help.asked(List.of("--help", "all")));
        assertEquals(text, Help.asked(List.of("-n", "2", "-h")));
    }
}
