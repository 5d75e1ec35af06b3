package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.junit.MpiTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneRankJob.class)
class SamplesTest {

    @Test
    void everyNameLeadsToAProgram() throws ReflectiveOperationException {
        Set<String> names = new HashSet<>();
        for (Samples.Sample sample : Samples.all()) {
            assertTrue(names.add(sample.name()), sample.name());
            List<String> words = List.of(Samples.command(sample.name()).split(" "));
            assertTrue(words.size() == 1 || words.getFirst().startsWith("--"), words::toString);
            Class<?> main = Class.forName(words.getLast());
            assertTrue(Modifier.isStatic(main.getMethod("main", String[].class).getModifiers()));
            assertTrue(!sample.summary().contains("\n") && sample.summary().length() < 90);
        }
        assertTrue(
                names.containsAll(Set.of(
                        "hello",
                        "squares",
                        "ring",
                        "am-hello",
                        "lci-hello",
                        "splitc-em3d",
                        "splitc-radix",
                        "puzzle",
                        "barnes",
                        "radix",
                        "crl-miss",
                        "awari",
                        "leq",
                        "pi",
                        "pingpong",
                        "heat2d",
                        "cannon",
                        "samplesort",
                        "life",
                        "nbody",
                        "montecarlo",
                        "qr",
                        "sor",
                        "workers",
                        "is",
                        "ep",
                        "cg",
                        "mg",
                        "ft",
                        "lu",
                        "sp",
                        "bt")),
                names::toString);
    }

    @Test
    void thePageOfSamplesHasThemAllWithTheirSources() throws IOException {
        String page = Files.readString(Path.of("../docs/SAMPLES.md"));
        for (Samples.Sample sample : Samples.all()) {
            String source = "samples/src/main/java/" + sample.className().replace('.', '/') + ".java";
            assertTrue(Files.exists(Path.of("..", source)), source);
            assertTrue(page.contains("[`" + sample.name() + "`](../" + source + ")"), sample::name);
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheNamesThereAre() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> Samples.command("helo"));
        assertTrue(refusal.getMessage().contains("helo"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("hello, "), refusal.getMessage());
    }

    @Test
    void piIsRight() {
        assertEquals(Math.PI, Pi.compute(MPI.COMM_WORLD, 100_000), 1e-10);
        assertEquals(3.2, Pi.compute(MPI.COMM_WORLD, 1), 1e-15); // one interval: 4 / (1 + 1/4)
    }

    @MpiTest(ranks = 3)
    void piIsRightOnSeveralRanks(Intracomm world) {
        double pi = Pi.compute(world, 100_000);
        if (world.getRank() == 0) {
            assertEquals(Math.PI, pi, 1e-10);
        }
    }

    @Test
    void numbersOutOfRangeAreRefusedByName() {
        String[] args = {"5", "0", "-1", "7x", "99999999999"};
        assertEquals(5, Usage.positive(args, 0, "STEPS", 1, 10));
        assertEquals(3, Usage.positive(args, 9, "STEPS", 3, 10));
        for (int bad = 1; bad < args.length; bad++) {
            int index = bad;
            Usage.WrongUsage refusal =
                    assertThrows(Usage.WrongUsage.class, () -> Usage.positive(args, index, "STEPS", 1, 10));
            assertEquals("STEPS must be a whole number from 1 to 10 but is: " + args[bad], refusal.getMessage());
        }
        assertThrows(Usage.WrongUsage.class, () -> Usage.positive(args, 0, "STEPS", 1, 4));
        Usage.atLeastRanks("SIZE", 3, 3);
        Usage.WrongUsage few = assertThrows(Usage.WrongUsage.class, () -> Usage.atLeastRanks("SIZE", 3, 4));
        assertEquals("SIZE must be at least the number of ranks, 4, but is: 3", few.getMessage());
        assertThrows(Usage.WrongUsage.class, () -> Usage.atMost(args, 4));
        Usage.atMost(args, 5);
    }
}
