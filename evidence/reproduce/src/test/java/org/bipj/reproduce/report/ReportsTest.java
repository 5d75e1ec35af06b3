package org.bipj.reproduce.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Figure;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** The reports, with experiments that measure nothing. */
class ReportsTest {
    private static final Published PUBLISHED = Published.of(List.of(
            "one | exact | us | 4.3 | - | 3 | fitted | paper, 1",
            "one | range | MB/s | - | 37..40 | 0 | predicted | by arithmetic",
            "note: it is off because",
            "note: of <this> & that.",
            "one | curve only | us | - | - | - | predicted | paper, figure 1",
            "remark: seen with",
            "remark: half an eye.",
            "one | nothing lost | % | 0 | - | 0.5 | predicted | paper, 3",
            "mark | one | size | half | 4096 | 63",
            "not-built | a driver | 50 MB/s | paper, 7"));

    private record Fake(String name, Results results) implements Experiment {
        @Override
        public Head head() {
            return new Head(name, "Title of " + name + " & <more>", "section 1", List.of(Lab.BIP), "By pretending");
        }

        @Override
        public Results run(Lab lab) {
            return results;
        }
    }

    private static Outcome outcome(double exact, double range, String... changed) {
        Results results = new Results()
                .value("exact", exact)
                .value("range", range)
                .value("curve only", 5)
                .value("nothing lost", 0.4)
                .figure(new Figure(
                        "size",
                        "Throughput & more",
                        "message, bytes",
                        "MB/s",
                        true,
                        List.of(new Figure.Line("adaptive", new double[] {4, 1 << 20}, new double[] {0, 126}))));
        return Outcome.of(new Fake("one", results), List.of(changed), results, PUBLISHED);
    }

    @Test
    void commaSeparatedValues() {
        assertEquals("""
                one,exact,us,4.3,4.30,+0.0,fitted,
                one,range,MB/s,,41.00,+2.5,predicted,37..40
                one,curve only,us,,5.00,,predicted,
                one,nothing lost,%,0,0.4,,predicted,
                """, CsvReport.rows(outcome(4.3, 41)));
    }

    /** The columns are a contract. */
    @Test
    void theHeadNamesTheColumns() {
        assertEquals("experiment,quantity,unit,paper,measured,error_percent,kind,expected", CsvReport.HEAD);
    }

    /** Neither what was fitted nor what follows by arithmetic makes the paper agree. */
    @Test
    void onlyPredictedResultsThatThePaperPrintsAgreeWithIt() {
        assertEquals(
                "1 of 1 predicted results agree with the paper, 1 of 1 are as expected by arithmetic; 1 fitted or put in",
                Agreement.of(outcome(4.3, 38).rows()).text());
        assertEquals(
                "1 of 1 predicted results agree with the paper, 0 of 1 are as expected by arithmetic; 1 fitted or put in",
                Agreement.of(outcome(7, 41).rows()).text());
        assertEquals("", Agreement.of(List.of()).text());
        assertTrue(TextReport.agreement(List.of(outcome(4.3, 38), outcome(7, 41)))
                .startsWith("All together: 2 of 2 predicted results agree with the paper, 1 of 2 are"));
        String page = HtmlReport.of(List.of(outcome(4.3, 41)), PUBLISHED, "seed 1");
        assertTrue(
                page.contains(": 1 of 1 predicted results agree with the paper, 0 of 1 are as expected by arithmetic"),
                page);
    }

    @Test
    void whatIsNotBuiltIsListed() {
        String line = "  a driver: 50 MB/s (paper, 7)\n";
        assertTrue(TextReport.notBuilt(PUBLISHED).endsWith("\n" + line));
        assertTrue(HtmlReport.of(List.of(), PUBLISHED, "").contains("a driver: 50 MB/s (paper, 7)"));
    }

    @Test
    void figuresAreWrittenAsPicturesAndAsValues(@TempDir Path folder) throws Exception {
        Path place = folder.resolve("new/figures");
        assertEquals(1, FigureFiles.write(Files.createDirectories(place), outcome(4.3, 38), PUBLISHED));
        parse(Files.readString(place.resolve("one-size.svg")));
        assertEquals("""
                curve,"message, bytes",MB/s
                adaptive,4,0
                adaptive,1048576,126.0
                paper,4096,63.00
                """, Files.readString(place.resolve("one-size.csv")));
    }

    @Test
    void aMissIsWhatLeavesItsTolerance() {
        assertTrue(outcome(4.3, 38).notes().isEmpty());
        assertTrue(outcome(4.42, 37).notes().isEmpty());
        assertEquals(
                List.of("exact: a miss that is not explained"),
                outcome(4.44, 37).notes());
        assertEquals(
                List.of("range: it is off because of <this> & that."),
                outcome(4.3, 36.9).notes());
    }

    @Test
    void theTableMarksMissesAndExplainsThem() {
        String text = TextReport.of(outcome(4.3, 41), PUBLISHED);
        assertTrue(text.contains("range"), text);
        assertTrue(text.lines().anyMatch(line -> line.contains("37..40") && line.contains("+2.5 !")), text);
        assertTrue(text.contains("! range: it is off because of <this> & that."), text);
        assertTrue(text.contains("* curve only: seen with half an eye."), text);
        assertFalse(text.lines().anyMatch(line -> line.contains("exact") && line.contains("!")), text);
    }

    @Test
    void whatHasNoNumberIsAMissAndSaidToBeOutside() {
        assertEquals(
                List.of("range: it lies outside the range that is measured"),
                outcome(4.3, Double.NaN).notes());
    }

    @Test
    void changedConstantsAreToldAndExplainMisses() {
        String text = TextReport.of(outcome(4.3, 41, "bus.rate=66", "link.rate=80"), PUBLISHED);
        assertTrue(text.lines().findFirst().orElseThrow().endsWith(", with bus.rate=66, link.rate=80"), text);
        assertFalse(text.contains("it is off because"), text);
        assertTrue(text.contains("the paper's machine, which did not have bus.rate=66, link.rate=80"), text);
    }

    @Test
    void thePageIsWellFormedAndHasEverything() throws Exception {
        Document page = parse(HtmlReport.of(List.of(outcome(4.3, 41)), PUBLISHED, "seed 1"));
        assertEquals("html", page.getDocumentElement().getTagName());
        Element section = (Element) page.getElementsByTagName("section").item(0);
        assertEquals("one", section.getAttribute("id"));
        assertEquals(1, section.getElementsByTagName("polyline").getLength());
        assertTrue(section.getTextContent().contains("Throughput & more"));
        assertTrue(section.getTextContent().contains("message, bytes"));
        assertTrue(section.getTextContent().contains("half"));
        assertTrue(section.getTextContent().contains("of <this> & that."));
        assertTrue(section.getTextContent().contains("seen with half an eye."));
        assertEquals(
                4,
                ((Element) section.getElementsByTagName("tbody").item(0))
                        .getElementsByTagName("tr")
                        .getLength());
    }

    @Test
    void thePageNeedsNothingElse() {
        String page = HtmlReport.of(List.of(outcome(4.3, 41)), PUBLISHED, "seed 1");
        assertFalse(page.contains("src="), page);
        assertFalse(page.contains("url("), page);
        assertFalse(page.contains("<script"), page);
        assertFalse(page.contains("<link"), page);
        assertFalse(page.contains("href=\"http"), page);
    }

    @Test
    void theDataFileIsRead() {
        Published published = Published.load();
        assertFalse(published.of("bip-latency").isEmpty());
        assertFalse(published.machines("table-1").isEmpty());
    }

    @Test
    void aDataFileWithErrorsIsRefusedWithTheLine() {
        assertEquals(
                "published.txt:2: expected a quantity only once",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Published.of(List.of(
                                        "a | b | us | 1 | - | 1 | input | x", "a | b | us | - | 1 | 1 | input | x")))
                        .getMessage());
        assertEquals(
                "published.txt:1: expected - as EXPECTED where PAPER has a value",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> Published.of(List.of("a | b | us | 1 | 2 | 1 | input | x")))
                        .getMessage());
        assertEquals(
                "published.txt:1: expected 8 fields",
                assertThrows(IllegalArgumentException.class, () -> Published.of(List.of("a | b | us")))
                        .getMessage());
    }

    private static Document parse(String page) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    }
}
