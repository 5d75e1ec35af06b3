package org.bipj.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandLineTest {
    private static CommandLine parse(String... args) {
        return new CommandLine(args, Set.of("--csv"), Set.of("--sizes", "--buffers"));
    }

    private static String messageOf(Runnable wrong) {
        return assertThrows(IllegalArgumentException.class, wrong::run).getMessage();
    }

    @Test
    void readsFlagsAndValuesInBothForms() {
        CommandLine arguments = parse("--csv", "--sizes", "0,8, 32", "--buffers=direct");
        assertTrue(arguments.has("--csv"));
        assertArrayEquals(new int[] {0, 8, 32}, arguments.numbers("--sizes", 100));
        assertEquals("direct", arguments.text("--buffers", "heap"));
    }

    @Test
    void whatIsNotGivenIsTheDefault() {
        CommandLine arguments = parse();
        assertFalse(arguments.has("--csv"));
        assertArrayEquals(new int[] {1, 2}, arguments.numbers("--sizes", 100, 1, 2));
        assertEquals("heap", arguments.text("--buffers", "heap"));
    }

    @Test
    void namesTwoOptionsThatAreNotTakenTogether() {
        CommandLine both = parse("--csv", "--sizes", "8");
        assertEquals("--csv: not together with --sizes", messageOf(() -> both.notTogether("--csv", "--sizes")));
        both.notTogether("--csv", "--buffers");
    }

    @Test
    void namesTheArgumentThatIsWrong() {
        assertEquals("unknown argument: --size", messageOf(() -> parse("--size", "8")));
        assertEquals("unknown argument: --csv=1", messageOf(() -> parse("--csv=1")));
        assertEquals("--sizes: a value is missing", messageOf(() -> parse("--csv", "--sizes")));
        for (String wrong : new String[] {"x", "-1", "101", "1,,2", ""}) {
            String message = messageOf(() -> parse("--sizes", wrong).numbers("--sizes", 100));
            assertTrue(message.startsWith("--sizes: '"), message);
            assertTrue(message.endsWith("is not a whole number from 0 to 100"), message);
        }
    }
}
