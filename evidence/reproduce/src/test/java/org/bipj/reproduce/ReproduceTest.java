package org.bipj.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.bipj.reproduce.report.CsvReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

/** The command line, with an experiment that measures nothing. */
class ReproduceTest {
    private static class Nothing implements Experiment {
        @Override
        public Head head() {
            return new Head("none", "Nothing", "section 1", List.of(Lab.BIP), "Not at all");
        }

        @Override
        public Results run(Lab lab) {
            return new Results();
        }
    }

    /** Fails where it runs. */
    private static final class Long extends Nothing {
        @Override
        public String name() {
            return "long";
        }

        @Override
        public boolean isByName() {
            return true;
        }

        @Override
        public Results run(Lab lab) {
            throw new IllegalStateException("it runs");
        }
    }

    @Test
    void whatTakesLongRunsOnlyWhereItIsNamed() {
        run(0, "--csv");
        run(1, "--csv", "long");
        assertTrue(run(0, "--list").out.lines().anyMatch(line -> line.matches("am-shares .*, only where it is named")));
    }

    @Test
    void theUsageNamesTheColumns() {
        assertTrue(ReproduceOptions.USAGE.contains(" " + CsvReport.HEAD + "\n"), ReproduceOptions.USAGE);
    }

    @Test
    void theListNamesWhatRunsByNameOnly() {
        String list = run(0, "--list").out;
        assertFalse(list.contains("Not built"), list);
        assertTrue(list.lines().anyMatch(line -> line.matches("am-permutations .*, only where it is named")), list);
    }

    @Test
    void figuresAreWrittenToAFolder(@TempDir Path folder) throws Exception {
        Captured captured = run(0, "--csv", "--figures", folder.resolve("more").toString());
        assertTrue(captured.err.startsWith("bipj reproduce: wrote 0 figures to "), captured.err);
        assertTrue(Files.isDirectory(folder.resolve("more")));
        Path file = Files.createFile(folder.resolve("file"));
        captured = run(2, "--figures", file.resolve("in").toString());
        assertTrue(captured.err.startsWith("bipj reproduce: --figures " + file + "/in: cannot write: "), captured.err);
        assertEquals("", captured.out);
    }

    @Test
    void constantsThatDoNotFitTogetherAreToldBeforeTheFirstExperiment() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Reproduce command = new Reproduce(
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                List.of(new Nothing()),
                SimulatedCluster::of);
        assertEquals(2, command.run("--set", "link.rate=1600"));
        String told = err.toString(StandardCharsets.UTF_8);
        assertTrue(told.startsWith("bipj reproduce: cable from host 0 to switch 0 port 0 of 3.0 m: "), told);
        assertFalse(told.contains("\tat "), told);
    }

    @Test
    void theListNamesAllExperiments() {
        String list = run(0, "--list").out;
        for (Experiment experiment : Experiments.ALL) {
            assertTrue(list.lines().anyMatch(line -> line.startsWith(experiment.name() + " ")), list);
        }
    }

    @Test
    void aPageIsWrittenWhereAsked(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("page.html");
        Captured captured = run(0, "--html", file.toString(), "--csv");
        assertTrue(captured.out.startsWith(CsvReport.HEAD + "\n"), captured.out);
        parse(Files.readString(file));
    }

    @Test
    void aPageThatCannotBeWrittenIsToldBeforeTheFirstExperiment(@TempDir Path folder) {
        Path file = folder.resolve("no/such.html");
        Captured captured = run(2, "--html", file.toString(), "--csv");
        assertTrue(captured.err.startsWith("bipj reproduce: --html " + file + ": cannot write: "), captured.err);
        assertEquals("", captured.out);
    }

    @Test
    void aWrongCommandLineIsToldAndEndsWithTwo() {
        assertTrue(run(2, "no-such").err.startsWith("bipj reproduce: unknown experiment no-such; expected one of"));
        assertTrue(run(2, "--what").err.startsWith("bipj reproduce: unknown option --what"));
        assertTrue(run(2, "--set", "rate").err.startsWith("bipj reproduce: --set rate: expected KEY=VALUE"));
        assertTrue(run(2, "--seed", "x").err.startsWith("bipj reproduce: --seed x: expected a whole number"));
        assertTrue(run(2, "--html").err.startsWith("bipj reproduce: --html needs a value"));
    }

    @Test
    void resultsThatCannotBeWrittenEndWithOne() throws IOException {
        OutputStream full = OutputStream.nullOutputStream();
        full.close();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        for (String option : List.of("--csv", "--list", "--help")) {
            assertEquals(1, run(full, err, option));
            assertEquals("bipj reproduce: cannot write to standard output\n", err.toString(StandardCharsets.UTF_8));
            err.reset();
        }
    }

    private record Captured(String out, String err) {}

    private static int run(OutputStream out, OutputStream err, String... args) {
        List<Experiment> none = List.of(new Nothing(), new Long());
        Reproduce command = new Reproduce(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                List.of(args).contains("--list") ? Experiments.ALL : none,
                (platform, overrides, seed) -> null);
        return command.run(args);
    }

    private static Captured run(int code, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        assertEquals(code, run(out, err, args));
        return new Captured(out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Document parse(String page) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    }
}
