package org.bipj.mpi.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Reductions of ints, longs, floats and doubles are four classes, since C2 vectorises only loops over arrays of one known type. They
 * are one text all the same: a change of one is a change of all.
 */
class ReductionSourcesTest {
    private static final Path SOURCES = Path.of("src/main/java/org/bipj/mpi/op");

    /** The lines of a class, less comments, with T for its type. */
    private static List<String> lines(String type) throws IOException {
        String primitive = type.toLowerCase(Locale.ROOT);
        return Files.readString(SOURCES.resolve(type + "Reduction.java"))
                .replaceAll("(?s)/\\*\\*.*?\\*/", "")
                .replace(primitive + "[]", "T[]")
                .replace(type + "Reduction", "TReduction")
                .replace("on " + primitive + "s", "on Ts")
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @Test
    void whatWholeNumbersHaveIsOneText() throws IOException {
        assertEquals(lines("Int"), lines("Long"));
        assertTrue(lines("Int").contains("b[j + k] ^= a[i + k];"), "bitwise operations");
    }

    @Test
    void whatFractionsHaveIsOneText() throws IOException {
        assertEquals(lines("Float"), lines("Double"));
        assertTrue(lines("Float").contains("b[k] += a[k];"), "sums");
    }

    @Test
    void wholeNumbersHaveAllThatFractionsHave() throws IOException {
        Iterator<String> whole = lines("Int").iterator();
        for (String line : lines("Double")) {
            boolean isThere = false;
            while (!isThere && whole.hasNext()) {
                isThere = whole.next().equals(line);
            }
            assertTrue(isThere, () -> "not in IntReduction, or not in this order: " + line);
        }
    }
}
