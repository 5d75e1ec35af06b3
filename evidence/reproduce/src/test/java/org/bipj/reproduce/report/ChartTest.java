package org.bipj.reproduce.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.bipj.reproduce.lab.BarFigure;
import org.bipj.reproduce.lab.Figure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;

class ChartTest {
    private static final double CHARACTER = 6.5;
    private static final double ASCENT = 9;
    private static final int STEPS = 2000;

    /** A straight line from x = 0 to 100, with a mark on it: no point of the line is inside the mark's label. */
    @ParameterizedTest
    @CsvSource({"4, 7, 0", "4, 70, 0", "4, 4.2, 0", "70, 4, 0", "4, 7, 50", "4, 70, 50", "70, 4, 50", "4, 70, 100"})
    void aCurveDoesNotStrikeThroughALabel(double first, double last, double markX) throws Exception {
        Figure figure = new Figure(
                "size", "title", "x", "y", false, List.of(new Figure.Line("line", new double[] {0, 100}, new double[] {
                    first, last
                })));
        double markY = first + (last - first) * markX / 100;
        Element svg = parse(Chart.svg(figure, List.of(new Published.Mark("one", "size", "4.3 us", markX, markY))));
        Element label = label(svg, "4.3 us");
        double width = CHARACTER * "4.3 us".length();
        double left = number(label, "x") - (label.getAttribute("text-anchor").equals("end") ? width : 0);
        double baseline = number(label, "y");
        String[] ends = svg.getElementsByTagName("polyline")
                .item(0)
                .getAttributes()
                .getNamedItem("points")
                .getNodeValue()
                .split("[ ,]");
        assertEquals(4, ends.length);
        for (int i = 0; i <= STEPS; i++) {
            double x = between(ends[0], ends[2], i);
            double y = between(ends[1], ends[3], i);
            assertFalse(
                    x > left && x < left + width && y > baseline - ASCENT && y < baseline,
                    "the line at " + x + ", " + y + "; the label from " + left + " on " + baseline);
        }
    }

    /** Parts lie on each other: their heights add up, in the same unit. */
    @Test
    void barsAreAsHighAsTheirParts() throws Exception {
        BarFigure figure = new BarFigure(
                "rates",
                "title",
                "packets",
                List.of("small", "large"),
                List.of("data", "acknowledgements"),
                List.of(new BarFigure.Group("one", new double[][] {{30, 10}, {20, 0}})));
        Element svg = parse(BarChart.svg(figure));
        List<Element> bars = new ArrayList<>();
        for (int i = 0; i < svg.getElementsByTagName("rect").getLength(); i++) {
            Element rect = (Element) svg.getElementsByTagName("rect").item(i);
            if (rect.hasAttribute("x") && number(rect, "y") > ChartFrame.TOP - 1) {
                bars.add(rect);
            }
        }
        double[] heights =
                bars.stream().mapToDouble(bar -> number(bar, "height")).toArray();
        assertEquals(4, heights.length);
        assertEquals(3, heights[0] / heights[1], 0.02);
        assertEquals(1.5, heights[0] / heights[2], 0.02);
        assertEquals(0, heights[3]);
        assertEquals(number(bars.get(0), "y"), number(bars.get(1), "y") + heights[1], 0.2);
        label(svg, "left to right: small, large");
    }

    private static double between(String from, String to, int step) {
        return Double.parseDouble(from) + (Double.parseDouble(to) - Double.parseDouble(from)) * step / STEPS;
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static Element label(Element svg, String text) {
        for (int i = 0; i < svg.getElementsByTagName("text").getLength(); i++) {
            Element element = (Element) svg.getElementsByTagName("text").item(i);
            if (element.getTextContent().equals(text)) {
                return element;
            }
        }
        throw new AssertionError("no label " + text);
    }

    private static Element parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }
}
