package org.bipj.launch.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
}
