package org.bipj.reproduce.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.bipj.sim.trace.ChromeTrace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/** A trace as it is written, read back and drawn. */
class TimelineTest {
    private static final long US = 1_000_000;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("trace.json");
        try (ChromeTrace trace = ChromeTrace.to(file)) {
            int lanai = trace.track("node 10", "LANai");
            int host = trace.track("node 10", "host");
            int other = trace.track("node 2", "host \"<&>\"");
            trace.track("node 2", "never used");
            trace.span(lanai, "step", 5 * US, 6 * US);
            trace.span(host, "send", 0, 2 * US);
            trace.span(host, "poll", 20 * US, 21 * US);
            trace.span(other, "work", 3 * US, 10 * US);
            trace.instant(host, "doorbell", 4 * US);
        }
    }

    @Test
    void rowsStandInTheOrderOfNodesAndParts() throws IOException {
        List<TraceFile.Row> rows = TraceFile.read(file, 0, 100);
        assertEquals(
                List.of("node 2 host \"<&>\"", "node 10 host", "node 10 LANai"),
                rows.stream().map(row -> row.group + " " + row.name).toList());
        assertEquals(new TraceFile.Span("poll", 20, 21), rows.get(1).spans.get(1));
    }

    @Test
    void aWindowKeepsWhatReachesIntoIt() throws IOException {
        List<TraceFile.Row> rows = TraceFile.read(file, 9, 15);
        assertEquals(1, rows.size());
        assertEquals(List.of(new TraceFile.Span("work", 3, 10)), rows.getFirst().spans);
    }

    @ParameterizedTest
    @CsvSource({"0, 21, 0", "5, 1, 2", "50, 40, 2", "4, 4, 2", "NaN, 5, 2", "x, 5, 2", "30, 40, 1"})
    void aWindowEndsAfterItsBeginning(String from, String to, int code) {
        String picture = folder.resolve("picture.svg").toString();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] arguments = {file.toString(), picture, from, to};
        assertEquals(code, Timeline.run(arguments, new PrintStream(err, true, StandardCharsets.UTF_8)));
        assertEquals(code == 0, Files.exists(Path.of(picture)), err.toString(StandardCharsets.UTF_8));
        assertEquals(code == 0, err.size() == 0);
    }

    @Test
    void aBarForEachSpan() throws Exception {
        String svg = Timeline.draw(TraceFile.read(file, 0, 100), 0, 100);
        Document drawn = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        // Four spans and the ground.
        assertEquals(5, drawn.getElementsByTagName("rect").getLength());
        assertTrue(drawn.getDocumentElement().getTextContent().contains("send"));
        assertTrue(drawn.getDocumentElement().getTextContent().contains("node 10"));
    }
}
